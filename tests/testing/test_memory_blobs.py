from maia.testing.memory_blobs import MemoryBlobs


def test_bytes_come_back_by_a_reference_that_depends_on_them_alone():
    blobs, others = MemoryBlobs(), MemoryBlobs()

    reference = blobs.put(b"pixels")

    assert reference.startswith("sha256:")
    assert others.put(b"pixels") == reference
    assert blobs.put(b"other") != reference
    assert blobs.get(reference) == b"pixels"


def test_an_unknown_reference_gives_nothing():
    assert MemoryBlobs().get("sha256:00") is None
