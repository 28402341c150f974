# The board that MicroPython is built for: a Raspberry Pi Pico, with the settings of mpconfig.h beside this file.
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")
list(APPEND MICROPY_DEF_BOARD MP_CONFIGFILE="${MICROPY_BOARD_DIR}/mpconfig.h")
# The port compiles these whether their classes are wanted or not; without the classes they are wrong C.
set_source_files_properties(machine_i2c.c machine_spi.c PROPERTIES HEADER_FILE_ONLY TRUE)
list(APPEND MICROPY_SOURCE_BOARD ${MICROPY_BOARD_DIR}/absent.c)
