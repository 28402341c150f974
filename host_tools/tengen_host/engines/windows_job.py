"""Use a job of Windows. Its processes end when the job is closed, and Windows closes the job whenever Tengen ends.

Source: Microsoft's reference of job objects (winnt.h, jobapi2.h).
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any

KILL_ON_JOB_CLOSE = 0x2000
_EXTENDED_LIMITS = 9  # JobObjectExtendedLimitInformation
_SET_QUOTA_AND_TERMINATE = 0x0101  # the rights to a process that AssignProcessToJobObject needs


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION: the limits, the counters of IO, and the used memory."""

    _fields_ = [
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("most_processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
        ("io", ctypes.c_uint64 * 6),
        ("memory", ctypes.c_size_t * 4),
    ]


class Job:
    """A job with a process and all processes that it starts from now on.

    If Windows refuses this, the job has no process.
    """

    _close: Any
    _handle: int | None

    def __init__(self, pid: int) -> None:
        if sys.platform != "win32":
            raise OSError("only Windows has jobs")
        kernel: Any = ctypes.WinDLL("kernel32")
        for function in (kernel.CreateJobObjectW, kernel.OpenProcess):
            function.restype = ctypes.c_void_p  # a handle has 64 bits
        self._close = kernel.CloseHandle
        self._handle = kernel.CreateJobObjectW(None, None)
        limits = ExtendedLimits(flags=KILL_ON_JOB_CLOSE)
        job, its_limits, size = ctypes.c_void_p(self._handle), ctypes.byref(limits), ctypes.sizeof(limits)
        kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, its_limits, size)
        process = ctypes.c_void_p(kernel.OpenProcess(_SET_QUOTA_AND_TERMINATE, False, pid))
        kernel.AssignProcessToJobObject(job, process)
        kernel.CloseHandle(process)

    def close(self) -> None:
        """End the processes of the job."""
        handle, self._handle = self._handle, None
        if handle:
            self._close(ctypes.c_void_p(handle))
