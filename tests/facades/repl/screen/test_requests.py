from maia.facades.repl.screen.requests import SHOWN, RequestQueue


def test_an_empty_queue_gives_nothing():
    queue = RequestQueue()
    assert queue.next() is None
    assert queue.take_back() is None
    assert queue.take_all_back() == ""
    assert queue.shown() == ((), 0)


def test_the_first_is_served_first_and_the_last_taken_back_first():
    queue = RequestQueue()
    for text in ("one", "two", "three"):
        queue.add(text)
    assert queue.take_back() == "three"
    assert queue.next() == "one"
    queue.put_back("one")
    assert queue.take_all_back() == "one\n\ntwo"
    assert len(queue) == 0


def test_of_many_the_number_is_told():
    queue = RequestQueue()
    for number in range(SHOWN + 2):
        queue.add(str(number))
    assert queue.shown() == (("0", "1", "2"), 2)
