"""The laptop's decoder: events from a stream that may have lost pieces."""

from tengen_host import link


def test_a_line_that_lost_its_name_is_no_event():
    decoder = link.Decoder()
    assert list(decoder.feed(b'\x1e{"seq": 4, "t": 12}\n\x1e{"seq": 5, "event": null}\n\x1e[1]\n')) == []
    assert list(decoder.feed(b'\x1e{"seq": 6, "t": 13, "event": "put"}\n')) == [{"seq": 6, "t": 13, "event": "put"}]


def test_a_line_cut_by_the_end_of_the_connection_is_not_joined_to_the_next():
    decoder = link.Decoder()
    assert list(decoder.feed(b'\x1e{"seq": 4, ')) == []
    assert decoder.unfinished == b'\x1e{"seq": 4, '
    decoder.cut()
    assert decoder.unfinished == b""
    assert list(decoder.feed(b'"event": "put"}\n\x1e{"seq": 9, "event": "put"}\n')) == [{"seq": 9, "event": "put"}]
    assert bytes(decoder.text) == b'\x1e{"seq": 4, "event": "put"}\n'
