/* A Cortex-M4F without an operating system, as qemu's machine mps2-an386 has it: start, clock, and text for the host. */
#include <stdint.h>

extern int main(void);

#define REGISTER(address) (*(volatile uint32_t *)(address))

/* ARM semihosting: operation 4 writes a text, 0x18 ends the program. */
static int ask_host(int operation, const void *argument)
{
  register int r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

void print(const char *text)
{
  ask_host(4, text);
}

/* SysTick counts down 24 bits at 25 MHz. */
uint32_t ticks(void)
{
  return REGISTER(0xE000E018);
}

void reset(void)
{
  REGISTER(0xE000ED88) |= 0xFu << 20; /* the float unit is on */
  __asm__ volatile("dsb\n isb");
  REGISTER(0xE000E014) = 0xFFFFFFu;
  REGISTER(0xE000E018) = 0;
  REGISTER(0xE000E010) = 5;
  (void)main();
  ask_host(0x18, (void *)0x20026);
  for (;;) {
  }
}

__attribute__((section(".vectors"), used)) static void *const vectors[2] = {(void *)0x20400000, (void *)reset};
