// The port's settings, without features that neither Tengen nor mpremote needs: this saves flash and heap.
#include "ports/rp2/mpconfigport.h"

// One program on one core
#undef MICROPY_PY_THREAD
#undef MICROPY_PY_THREAD_GIL
#undef MICROPY_THREAD_YIELD
#define MICROPY_PY_THREAD (0)

// Arithmetic beyond integers and plain floats
#define MICROPY_PY_MATH (0)
#define MICROPY_PY_CMATH (0)
#define MICROPY_PY_BUILTINS_COMPLEX (0)

// Modules
#undef MICROPY_PY_CRYPTOLIB
#undef MICROPY_PY_HASHLIB_SHA1 // mpremote compares files by SHA-256
#undef MICROPY_SSL_MBEDTLS
#define MICROPY_PY_CRYPTOLIB (0)
#define MICROPY_PY_HASHLIB_SHA1 (0)
#define MICROPY_SSL_MBEDTLS (0)
#define MICROPY_PY_BUILTINS_HELP (0)
#define MICROPY_PY_FRAMEBUF (0)
#define MICROPY_PY_HEAPQ (0)
#define MICROPY_PY_PLATFORM (0)
#define MICROPY_PY_RE (0)

// Peripherals and buses that the board does not have
#undef MICROPY_PY_MACHINE_BITSTREAM
#undef MICROPY_PY_MACHINE_DHT_READINTO
#undef MICROPY_PY_MACHINE_I2C
#undef MICROPY_PY_MACHINE_I2S
#undef MICROPY_PY_MACHINE_PULSE
#undef MICROPY_PY_MACHINE_SOFTI2C
#undef MICROPY_PY_MACHINE_SOFTSPI
#undef MICROPY_PY_MACHINE_SPI
#undef MICROPY_PY_MACHINE_UART
#undef MICROPY_PY_ONEWIRE
#undef MICROPY_HW_ENABLE_USB_RUNTIME_DEVICE
#define MICROPY_PY_MACHINE_BITSTREAM (0)
#define MICROPY_PY_MACHINE_DHT_READINTO (0)
#define MICROPY_PY_MACHINE_I2C (0)
#define MICROPY_PY_MACHINE_I2S (0)
#define MICROPY_PY_MACHINE_PULSE (0)
#define MICROPY_PY_MACHINE_SOFTI2C (0)
#define MICROPY_PY_MACHINE_SOFTSPI (0)
#define MICROPY_PY_MACHINE_SPI (0)
#define MICROPY_PY_MACHINE_UART (0)
#define MICROPY_PY_ONEWIRE (0)
#define MICROPY_HW_ENABLE_USB_RUNTIME_DEVICE (0)

// The flash holds littlefs
#undef MICROPY_VFS_FAT
#define MICROPY_VFS_FAT (0)
