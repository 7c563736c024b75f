/* Loads a friction element's FMU of a platform on that platform: loader VERSION LIBRARY TOKEN FORCE STEPS.
 * Steps it through a swing by co-simulation, and prints its force at every step, bit by bit. The inputs velocity and
 * displacement have the value references 1 and 2 in every element, the force FORCE. */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <windows.h>
static void *load(const char *path) { return (void *)LoadLibraryA(path); }
static void *find(void *library, const char *name) { return (void *)(uintptr_t)GetProcAddress((HMODULE)library, name); }
#else
#include <dlfcn.h>
static void *load(const char *path) { return dlopen(path, RTLD_NOW); }
static void *find(void *library, const char *name) { return dlsym(library, name); }
#endif

typedef void *Any;
typedef struct {
  void (*logger)(void *, const char *, int, const char *, const char *, ...);
  void *(*allocate)(size_t, size_t);
  void (*release)(void *);
  void (*finished)(void *, int);
  void *environment;
} Callbacks;

static void say_2(void *e, const char *name, int status, const char *category, const char *text, ...)
{
  va_list values;
  (void)e, (void)name, (void)status, (void)category;
  va_start(values, text);
  vfprintf(stderr, text, values);
  va_end(values);
}
static void say_3(void *e, int status, const char *category, const char *text)
{
  (void)e, (void)status, (void)category;
  fprintf(stderr, "%s\n", text);
}

static void *library;
static Any instance;

static void *need(const char *name)
{
  void *f = find(library, name);
  if (f == NULL) {
    fprintf(stderr, "no function %s\n", name);
    exit(3);
  }
  return f;
}
static void check(int status, const char *what)
{
  if (status == 0) return;
  fprintf(stderr, "%s answered %d\n", what, status);
  exit(4);
}

static const Callbacks callbacks = {say_2, calloc, free, NULL, NULL};

static void begin_2(const char *token)
{
  Any (*make)(const char *, int, const char *, const char *, const Callbacks *, int, int) = need("fmi2Instantiate");
  int (*set_up)(Any, int, double, double, int, double) = need("fmi2SetupExperiment");
  int (*enter)(Any) = need("fmi2EnterInitializationMode");
  int (*leave)(Any) = need("fmi2ExitInitializationMode");
  instance = make("one", 1, token, "file:///nowhere", &callbacks, 0, 0);
  if (instance == NULL) exit(5);
  check(set_up(instance, 0, 0.0, 0.0, 0, 0.0), "fmi2SetupExperiment");
  check(enter(instance), "fmi2EnterInitializationMode");
  check(leave(instance), "fmi2ExitInitializationMode");
}
static void begin_3(const char *token)
{
  Any (*make)(const char *, const char *, const char *, _Bool, _Bool, _Bool, _Bool, const uint32_t *, size_t, void *,
              void (*)(void *, int, const char *, const char *), void *) = need("fmi3InstantiateCoSimulation");
  int (*enter)(Any, _Bool, double, double, _Bool, double) = need("fmi3EnterInitializationMode");
  int (*leave)(Any) = need("fmi3ExitInitializationMode");
  instance = make("one", token, "nowhere", 0, 0, 0, 0, NULL, 0, NULL, say_3, NULL);
  if (instance == NULL) exit(5);
  check(enter(instance, 0, 0.0, 0.0, 0, 0.0), "fmi3EnterInitializationMode");
  check(leave(instance), "fmi3ExitInitializationMode");
}

static void set(int version, uint32_t ref, double value)
{
  if (version == 2) {
    int (*f)(Any, const uint32_t *, size_t, const double *) = need("fmi2SetReal");
    check(f(instance, &ref, 1, &value), "fmi2SetReal");
  } else {
    int (*f)(Any, const uint32_t *, size_t, const double *, size_t) = need("fmi3SetFloat64");
    check(f(instance, &ref, 1, &value, 1), "fmi3SetFloat64");
  }
}
static double get(int version, uint32_t ref)
{
  double value = 0.0;
  if (version == 2) {
    int (*f)(Any, const uint32_t *, size_t, double *) = need("fmi2GetReal");
    check(f(instance, &ref, 1, &value), "fmi2GetReal");
  } else {
    int (*f)(Any, const uint32_t *, size_t, double *, size_t) = need("fmi3GetFloat64");
    check(f(instance, &ref, 1, &value, 1), "fmi3GetFloat64");
  }
  return value;
}
static void step(int version, double from, double h)
{
  if (version == 2) {
    int (*f)(Any, double, double, int) = need("fmi2DoStep");
    check(f(instance, from, h, 1), "fmi2DoStep");
  } else {
    _Bool event, end, early;
    double last;
    int (*f)(Any, double, double, _Bool, _Bool *, _Bool *, _Bool *, double *) = need("fmi3DoStep");
    check(f(instance, from, h, 1, &event, &end, &early, &last), "fmi3DoStep");
  }
}

/* Velocity and travel of the swing by parabolas: the same bits on every machine, which sines are not. */
static double triangle(double t)
{
  const double phase = t - floor(t);
  return phase < 0.5 ? phase * (0.5 - phase) * 16.0 : -(phase - 0.5) * (1.0 - phase) * 16.0;
}

int main(int count, char **words)
{
  const int version = count > 5 ? atoi(words[1]) : 0;
  const double h = 1.0 / 512.0;
  double travel = 0.0, before = 0.0;
  if (version != 2 && version != 3) return 2;
  library = load(words[2]);
  if (library == NULL) return 6;
  if (version == 2)
    begin_2(words[3]);
  else
    begin_3(words[3]);
  for (int k = 0; k < atoi(words[5]); ++k) {
    const double v = 0.0078125 * triangle((k + 1) * h);
    travel += h * (before + v) / 2.0;
    before = v;
    set(version, 1, v);
    set(version, 2, travel);
    step(version, k * h, h);
    printf("%.17g\n", get(version, (uint32_t)atoi(words[4])));
  }
  return 0;
}
