# The board of the MicroPython build: a Raspberry Pi Pico, with the settings of mpconfig.h beside this file.
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")
list(APPEND MICROPY_DEF_BOARD MP_CONFIGFILE="${MICROPY_BOARD_DIR}/mpconfig.h")
# The port always compiles these files; without their classes they are not valid C.
set_source_files_properties(machine_i2c.c machine_spi.c PROPERTIES HEADER_FILE_ONLY TRUE)
list(APPEND MICROPY_SOURCE_BOARD ${MICROPY_BOARD_DIR}/absent.c)
