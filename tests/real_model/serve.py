"""Serves the real model on loopback until its standard input closes, so that no test can leave it.

Run by the Python of `.model/server`, never by ours: `python serve.py FILE NAME PORT WINDOW THREADS`.
"""

import sys

import xllamacpp


def main() -> None:
    file, name = sys.argv[1:3]
    port, window, threads = (int(number) for number in sys.argv[3:])
    params = xllamacpp.CommonParams()
    params.model.path = file
    params.model_alias = {name}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = window
    params.n_parallel = 1
    params.use_jinja = True
    params.endpoint_slots = True  # tells whether an answer is still being written
    params.warmup = False
    params.sampling.temp = 0.0  # the same words in every run
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    server = xllamacpp.Server(params)
    sys.stdin.buffer.read()  # until whoever started us has gone
    del server


main()
