/* A seal is pulled from rest by a plain C program: friction rises like a spring, breaks away, falls to its level. */
#include <math.h>
#include <stdio.h>
#include <stickslip.h>

/* What stickslip identify leaves in model.toml; a program would read it from that file. */
static const char model[] =
    "[law]\n"
    "name = \"lugre\"\n"
    "stiffness = 1e7          # N/m\n"
    "coulomb = 50             # N\n"
    "breakaway = [80, 70]     # N, forward and back\n";

int main(void) {
  const double step = 0.01;          /* [s] */
  const double acceleration = 0.005; /* [m/s2] */
  stickslip_contact now = STICKSLIP_AT_REST;
  stickslip_force friction = {0.0, 0.0};
  double sliding = 0.0;
  char error[256];
  int i;

  stickslip_law* seal = stickslip_create_from_toml(STICKSLIP_API_VERSION, model, error, sizeof error);
  if (seal == NULL) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  for (i = 1; i <= 80; ++i) {
    now.velocity = acceleration * step * i;
    if (stickslip_step(seal, &now, step, &friction) != STICKSLIP_OK) break;
    if (i % 20 == 0) printf("%4.2f mm/s %6.2f N\n", 1e3 * now.velocity, friction.value);
  }
  if (stickslip_steady_state(seal, &now, &sliding) != STICKSLIP_OK) printf("%s\n", stickslip_error(seal));

  /* Wrong values are refused in words, and change nothing. */
  if (stickslip_set(seal, "breakaway.back", 40.0) != STICKSLIP_OK) printf("%s\n", stickslip_error(seal));

  stickslip_destroy(seal);
  return fabs(friction.value - sliding) < 0.01 * sliding ? 0 : 1;
}
