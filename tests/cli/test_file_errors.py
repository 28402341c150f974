"""Errors for files that can't be read or written: the file, the reason, the remedy."""

import errno
import os
import urllib.error

import pytest
from tengen_host import file_errors


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, "x may not be read or written by this user: change its permissions, or name another file"),
        (errno.ENOSPC, "x can't be written, because the disk is full: free some space, or name another place"),
        (errno.ENOTDIR, "x can't exist: a part of its path is a file, not a folder"),
        (errno.EIO, "x can't be used (Input/output error): name another file"),
    ],
)
def test_each_error_says_what_to_do(number, words):
    assert file_errors.in_words(OSError(number, os.strerror(number), "x")) == words


def test_what_is_of_no_file_keeps_its_own_words():
    assert file_errors.in_words(OSError("no port is free: end a program")) == "no port is free: end a program"
    assert file_errors.in_words(OSError(errno.EIO, "Input/output error")) == "Input/output error"
    assert file_errors.in_words(ValueError("a wrong move")) == "a wrong move"


def test_a_pipe_that_nobody_reads_is_no_error_to_tell():
    with pytest.raises(BrokenPipeError):
        file_errors.in_words(OSError(errno.EPIPE, "Broken pipe"))


def test_the_reason_has_no_number():
    assert file_errors.reason(FileNotFoundError(errno.ENOENT, "No such file or directory", "x")) == (
        "No such file or directory"
    )
    assert file_errors.reason(urllib.error.URLError(OSError(-3, "Name not known"))) == "Name not known"
    assert file_errors.reason(ValueError("wrong")) == "wrong"
