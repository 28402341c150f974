// Like MicroPython's own boards/RPI_PICO: host_tools/ and the emulator use this name, and the place where files begin.
#define MICROPY_HW_BOARD_NAME "Raspberry Pi Pico"
#define MICROPY_HW_FLASH_STORAGE_BYTES (1408 * 1024)
