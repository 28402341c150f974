// The port's main.c calls these functions even if the image has no classes I2S and UART.
void machine_i2s_init0(void) {}
void machine_i2s_deinit_all(void) {}
void machine_uart_deinit_all(void) {}
