"""The laptop's decoder, which finds lines in a stream that may have lost pieces."""

from tengen_host.wire import codec


def test_what_is_left_of_a_line_is_none():
    decoder = codec.Decoder()
    for rest in (b'{"t": 12}', b'{"seq": 5, "is": {}}', b"[1]", b'{"seq": 5, "t": 1, "did": [{}]}', b"7"):
        assert list(decoder.feed(b"\x1e" + rest + b"\n")) == [], rest
    assert list(decoder.feed(b'\x1e{"seq": 6, "t": 13, "is": {}}\n')) == [{"seq": 6, "t": 13, "is": {}}]


def test_a_line_cut_by_the_end_of_the_connection_is_not_joined_to_the_next():
    decoder = codec.Decoder()
    assert list(decoder.feed(b'\x1e{"seq": 4, ')) == []
    assert decoder.unfinished == b'\x1e{"seq": 4, '
    decoder.cut()
    assert decoder.unfinished == b""
    assert list(decoder.feed(b'"t": 3}\n\x1e{"seq": 9, "t": 4}\n')) == [{"seq": 9, "t": 4}]
    assert bytes(decoder.text) == b'\x1e{"seq": 4, "t": 3}\n'
