from maia.agent.contracts.messages import ImageBlock, Message, TextBlock
from maia.agent.models.mapped_messages import MappedMessages


class Mapping:
    """Maps a message to its texts; remembers what it was asked."""

    def __init__(self):
        self.asked = []
        self.answer = "image"

    def __call__(self, message):
        self.asked.append(message)
        return [
            {"said": block.text if isinstance(block, TextBlock) else self.answer}
            for block in message.content
        ]


def said(*texts):
    return Message("user", tuple(TextBlock(text=text) for text in texts))


def test_what_was_mapped_is_not_mapped_again():
    mapping = Mapping()
    mapped = MappedMessages(mapping)
    first = (said("a"), said("b", "c"))
    assert mapped.of(first) == [{"said": "a"}, {"said": "b"}, {"said": "c"}]
    mapping.asked.clear()
    longer = (*first, said("d"))
    assert mapped.of(longer) == [{"said": each} for each in "abcd"]
    assert mapping.asked == [longer[-1]]


def test_from_the_first_message_that_is_another_all_are_mapped():
    mapping = Mapping()
    mapped = MappedMessages(mapping)
    last = said("c")
    mapped.of((said("a"), said("b"), last))
    assert mapped.of((said("a"), last)) == [{"said": "a"}, {"said": "c"}]
    assert mapped.of(()) == []


def test_an_image_is_what_it_becomes_now_and_is_not_kept():
    mapping = Mapping()
    mapped = MappedMessages(mapping)
    history = (said("a"), Message("user", (ImageBlock(blob="x", media_type="image/png"),)))
    assert mapped.of(history) == [{"said": "a"}, {"said": "image"}]
    mapping.answer = "gone"
    mapping.asked.clear()
    assert mapped.of((*history, said("b"))) == [{"said": "a"}, {"said": "gone"}, {"said": "b"}]
    assert len(mapping.asked) == 2
    assert "gone" not in str(mapped._mapped)
