// The port's main.c calls these whether the image has the classes I2S and UART or not.
void machine_i2s_init0(void) {}
void machine_i2s_deinit_all(void) {}
void machine_uart_deinit_all(void) {}
