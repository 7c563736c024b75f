#include "source_text.hpp"

namespace stickslip::fmu {

const std::string_view source_core = R"c(
/* ---- an instance */

/* The importer's statuses, by the numbers that both versions give them. */
enum { FINE = 0, WARNED = 1, DISCARDED = 2, REFUSED = 3 };

typedef struct Saved {
  struct Saved *next;
  Data data;
} Saved;

typedef struct {
  char mark[8]; /* tells an instance from other memory */
  Host host;
  char name[128];
  Saved *saved; /* states that were not yet freed */
  int logs;        /* more than what is refused */
  unsigned wanted; /* categories, a bit each; 0: all */
  Data now;
} Instance;

static Instance *instance_of(void *pointer)
{
  Instance *c = (Instance *)pointer;
  return c != NULL && memcmp(c->mark, MARK, sizeof c->mark) == 0 ? c : NULL;
}

static int is_wanted(const Instance *c, const char *category)
{
  if (!c->logs) return 0;
  if (c->wanted == 0) return 1;
  for (unsigned i = 0; i < CATEGORIES; ++i)
    if ((c->wanted >> i & 1u) && (strcmp(categories[i], category) == 0 || strcmp(categories[i], "logAll") == 0)) return 1;
  return 0;
}

static void tell(const Instance *c, int status, const char *category, const char *text)
{
  if (status >= DISCARDED || is_wanted(c, category)) host_log(&c->host, c->name, status, category, text);
}

/* Tells the importer why a call is refused; returns the status. */
static int refuse_with(const Instance *c, int status, const char *function, const char *format, ...)
{
  char text[512];
  va_list values;
  const int used = snprintf(text, sizeof text, "%s: ", function);
  va_start(values, format);
  vsnprintf(text + used, sizeof text - (size_t)used, format, values);
  va_end(values);
  tell(c, status, status == DISCARDED ? "logStatusDiscard" : "logStatusError", text);
  return status;
}

static int refuse(const Instance *c, const char *function, const char *why)
{
  return refuse_with(c, REFUSED, function, "%s", why);
}

static int refuse_call(void *pointer, const char *function, const char *why)
{
  const Instance *c = instance_of(pointer);
  return c == NULL ? REFUSED : refuse(c, function, why);
}

static int refuse_type(void *pointer, const char *function, size_t count, const char *type)
{
  const Instance *c = instance_of(pointer);
  if (c == NULL) return REFUSED;
  return count == 0 ? FINE : refuse_with(c, REFUSED, function, "the FMU has no variables of type %s", type);
}

static int refuse_phase(const Instance *c, const char *function)
{
  static const char *const names[] = {"instantiated",            "in initialization mode", "in event mode",
                                      "in continuous-time mode", "in step mode",           "terminated"};
  return refuse_with(c, REFUSED, function, "the instance is %s, where this call is not allowed", names[c->now.phase]);
}

/* What is refused is told always. */
static int set_categories(Instance *c, const char *function, int on, size_t count, const char *const asked[])
{
  unsigned wanted = 0;
  if (c == NULL) return REFUSED;
  if (count > 0 && asked == NULL) return refuse(c, function, "categories is a null pointer");
  for (size_t k = 0; k < count; ++k) {
    const unsigned before = wanted;
    for (unsigned i = 0; i < CATEGORIES; ++i)
      if (asked[k] != NULL && strcmp(asked[k], categories[i]) == 0) wanted |= 1u << i;
    if (wanted == before)
      return refuse_with(c, REFUSED, function, "there is no log category '%s'", asked[k] == NULL ? "" : asked[k]);
  }
  c->logs = on;
  c->wanted = wanted;
  return FINE;
}

/* ---- numbers */

static double stored_number(const Data *d, const Variable *v)
{
  double x;
  memcpy(&x, (const char *)d + v->offset, sizeof x);
  return x;
}

static void store_number(Data *d, const Variable *v, double x)
{
  memcpy((char *)d + v->offset, &x, sizeof x);
}

static void begin_fresh(Data *d, int exchanged)
{
  memset(d, 0, sizeof *d);
  d->exchanged = exchanged != 0;
  d->stop = INFINITY;
  d->start_is_stale = 1;
  law_defaults(d);
  for (size_t k = 0; k < VARIABLES; ++k)
    if (variables[k].kind == INPUT) store_number(d, &variables[k], variables[k].start);
  memcpy(d->before, d->inputs, sizeof d->before);
}

/* ---- rates, event indicators and what happens at events */

static void get_slopes(const Data *d, double slope[])
{
  double room[INPUTS], own[LAW_STATES + 1];
  const double *in = seen(d, d->inputs, room);
  law_rate(d, in, own);
  for (size_t k = 0; k < STATES; ++k) {
    const int rate = flowing[k].rate;
    slope[k] = 0.0;
    if (rate >= 0) slope[k] = own[rate];
    if (rate == RATE_OF_ENERGY) slope[k] = law_force(d, in) * in[VELOCITY];
    if (rate == RATE_OF_WAY) slope[k] = in[VELOCITY];
#if @rigid@
    if (rate == RATE_OF_HOLD && holds_softly(d)) slope[k] = hold_stiffness(d) * in[VELOCITY];
#endif
  }
}

/* A guard that is armed is its own indicator; of another, the guard less the value from which it must fall, raised by a
 * hair so that it is not zero; that of a quiet one stays positive. */
static double indicator(const Data *d, int k, double guard)
{
  const double hair = 1e-13;  /* of a guard's size: far above its rounding, far below what it measures */
  const double least = 1e-15; /* of a guard that has never been other than zero */
  const double raise = fmax(least, hair * d->scales[k]);
  if (d->is_armed[k]) return guard;
  return isinf(d->rest[k]) ? fabs(guard) + raise : guard - d->rest[k] + raise;
}

static void get_guards(const Data *d, double value[])
{
#if @guards@ > 0
  double room[INPUTS];
  law_guards(d, weighed(d, room), value);
#else
  (void)d;
  value[0] = 0.0;
#endif
}

static void watch_scales(Data *d)
{
  double value[GUARD_ROOM];
  get_guards(d, value);
  for (int k = 0; k < GUARDS; ++k) d->scales[k] = fmax(d->scales[k], fabs(value[k]));
}

#if @guards@ > 0
static void arm(Data *d, int k, double guard, int is_quiet)
{
  d->is_armed[k] = guard > 0.0;
  d->rest[k] = is_quiet ? -INFINITY : guard;
}

/* What a reset may change. */
typedef struct {
  @law@_state state;
  double held_force;
} Memory;

static Memory memory_of(const Data *d)
{
  Memory m;
  memset(&m, 0, sizeof m);
  m.state = d->state;
  m.held_force = d->held_force;
  return m;
}

static int is_same(const Memory *a, const Memory *b)
{
  const double *x = (const double *)(const void *)&a->state;
  const double *y = (const double *)(const void *)&b->state;
  for (size_t k = 0; k < sizeof a->state / sizeof(double); ++k)
    if (x[k] != y[k]) return 0;
  return a->held_force == b->held_force;
}

static void recall(Data *d, const Memory *m)
{
  d->state = m->state;
  d->held_force = m->held_force;
}

/* A body that comes to rest is held by what braked it. */
static void apply_reset(Data *d, int k)
{
  double heavy[INPUTS];
#if @rigid@
  double room[INPUTS];
  const double braked = law_force(d, seen(d, d->inputs, room));
  const int was_held = law_holds(d);
#endif
  law_reset(d, weighed(d, heavy), k);
#if @rigid@
  if (d->exchanged && !d->is_used[APPLIED] && law_holds(d) != was_held) d->held_force = was_held ? 0.0 : braked;
#endif
}

/* Whether a guard rises along the flow from here. */
static int rises(const Data *d, int k)
{
  const double h = 1e-12; /* [s] */
  double slope[STATES], now[GUARD_ROOM], then[GUARD_ROOM];
  Data ahead;
  memcpy(&ahead, d, sizeof ahead);
  get_slopes(d, slope);
  for (size_t i = 0; i < STATES; ++i) {
    const Variable *v = &variables[flowing[i].variable];
    store_number(&ahead, v, stored_number(d, v) + h * slope[i]);
  }
  get_guards(d, now);
  get_guards(&ahead, then);
  return then[k] > now[k];
}

enum { REMEMBERED = 8 }; /* a circle of resets is short */

static int was_there(const Memory seen_before[], int count, const Memory *m)
{
  for (int i = 0; i < count && i < REMEMBERED; ++i)
    if (is_same(&seen_before[i], m)) return 1;
  return 0;
}

/* At the start. A guard below zero applies its reset; one whose reset does not help is left alone. Where resets lead in
 * a circle, the state stays whose guard rises by itself. */
static void settle(Data *d)
{
  Memory past[REMEMBERED];
  unsigned char is_helpless[GUARDS] = {0};
  double value[GUARDS];
  int count = 0;
  past[count++] = memory_of(d);
  for (int pass = 0; pass < 4 * GUARDS; ++pass) {
    int k = 0;
    get_guards(d, value);
    while (k < GUARDS && (is_helpless[k] || !(value[k] < 0.0))) ++k;
    if (k == GUARDS) break;
    const Memory before = memory_of(d);
    apply_reset(d, k);
    const Memory after = memory_of(d);
    if (!was_there(past, count, &after)) {
      past[count++ % REMEMBERED] = after;
      continue;
    }
    is_helpless[k] = 1;
    recall(d, &before);
    if (!is_same(&before, &after) && !rises(d, k)) {
      recall(d, &after);
      break;
    }
  }
  get_guards(d, value);
  for (int k = 0; k < GUARDS; ++k) arm(d, k, value[k], 0);
}
#endif

/* The start, from inputs, parameters and the states that were set. A law with modes learns that the body moves by a
 * step of no duration. */
static void start_anew(Data *d)
{
  law_init(d, d->inputs);
  d->held_force = 0.0;
  for (size_t k = 0; k < VARIABLES; ++k)
    if (d->is_given[k]) store_number(d, &variables[k], d->given[k]);
  if (GUARDS > 0 && d->inputs[VELOCITY] != 0.0) law_step(d, d->inputs, 0.0);
  d->energy_in = law_stored_energy(d);
  memset(d->scales, 0, sizeof d->scales);
#if @guards@ > 0
  settle(d);
#endif
  watch_scales(d);
  d->start_is_stale = 0;
  d->params_changed = 0;
}

static void refresh(Data *d)
{
  if (d->start_is_stale && d->phase <= INITIALIZING) start_anew(d);
}

/* What a step left to the next was computed from the old parameters: it is computed again, and the state kept. */
static void renew_kept_values(Data *d)
{
  const Data old = *d;
  double room[INPUTS];
  law_init(d, seen(&old, d->before, room));
  for (size_t k = 0; k < VARIABLES; ++k)
    if (variables[k].kind == STATE || variables[k].kind == MODE)
      store_number(d, &variables[k], stored_number(&old, &variables[k]));
  d->params_changed = 0;
}

static double number_behind(const Data *d, const Variable *v)
{
  switch (v->kind) {
    case FORCE:
      return law_friction(d);
    case ADDED_INERTIA:
      return law_inertia(d);
    case STORED_ENERGY:
      return law_stored_energy(d);
    case DISSIPATED_ENERGY:
      return d->energy_in - law_stored_energy(d);
    case SLOPE: {
      double slope[STATES];
      get_slopes(d, slope);
      return slope[v->place];
    }
    case INDICATOR: {
      double value[GUARD_ROOM];
      get_guards(d, value);
      return indicator(d, v->place, value[v->place]);
    }
    default:
      return stored_number(d, v);
  }
}

/* NULL, with a message, for a reference that is none, or is of the other type. */
static const Variable *variable_of(const Instance *c, const char *function, unsigned reference, int is_choice)
{
  const Variable *v = &variables[reference < VARIABLES ? reference : 0];
  if (reference >= VARIABLES) {
    refuse_with(c, REFUSED, function, "there is no value reference %u; they go from 0 to %u", reference,
                (unsigned)VARIABLES - 1);
    return NULL;
  }
  if (v->is_choice == is_choice) return v;
  refuse_with(c, REFUSED, function, "%s is %s", v->name, v->is_choice ? "an enumeration" : "a real number");
  return NULL;
}

static int check_arrays(const Instance *c, const char *function, size_t count, const void *refs, const void *values)
{
  if (c == NULL) return REFUSED;
  if (count > 0 && refs == NULL) return refuse(c, function, "the value references are a null pointer");
  if (count > 0 && values == NULL) return refuse(c, function, "the values are a null pointer");
  return FINE;
}

static int get_number(Instance *c, const char *function, unsigned reference, int is_choice, double *value)
{
  const Variable *v = variable_of(c, function, reference, is_choice);
  if (v == NULL) return REFUSED;
  refresh(&c->now);
  *value = number_behind(&c->now, v);
  return FINE;
}

static int set_parameter(Instance *c, const char *function, const Variable *v, double value)
{
  if (v->kind == FIXED && c->now.phase > INITIALIZING) return refuse_phase(c, function);
  if (c->now.phase == CONTINUOUS) return refuse_phase(c, function);
  if (value < v->lower || value > v->upper)
    return refuse_with(c, DISCARDED, function, "%s = %g lies outside [%g, %g]%s%s", v->name, value, v->lower, v->upper,
                       v->unit[0] == '\0' ? "" : " ", v->unit);
  store_number(&c->now, v, value);
  c->now.params_changed = 1;
  c->now.start_is_stale = 1;
  return FINE;
}

static int set_state(Instance *c, const char *function, const Variable *v, double value)
{
  if (c->now.phase > INITIALIZING) return refuse_phase(c, function);
  c->now.given[v - variables] = value;
  c->now.is_given[v - variables] = 1;
  c->now.start_is_stale = 1;
  return FINE;
}

static int set_number(Instance *c, const char *function, unsigned reference, int is_choice, double value)
{
  const Variable *v = variable_of(c, function, reference, is_choice);
  if (v == NULL) return REFUSED;
  if (!isfinite(value)) return refuse_with(c, REFUSED, function, "%s = %g is not finite", v->name, value);
  if (c->now.phase == TERMINATED) return refuse_phase(c, function);
  if (v->kind == FIXED || v->kind == TUNABLE) return set_parameter(c, function, v, value);
  if (v->kind == STATE) return set_state(c, function, v, value);
  if (v->kind != INPUT) return refuse_with(c, REFUSED, function, "%s is computed, it cannot be set", v->name);
  store_number(&c->now, v, value);
  if (value != v->start) c->now.is_used[(v->offset - offsetof(Data, inputs)) / sizeof(double)] = 1;
  c->now.start_is_stale = 1;
  return FINE;
}

/* ---- the sequence of calls */

static Instance *instantiate(const Host *host, const char *function, const char *name, const char *token,
                             int exchanged, int logs)
{
  Instance *c = NULL;
  const char *why = NULL;
  if (name == NULL || *name == '\0')
    why = "the instance has no name";
  else if (token == NULL || strcmp(token, TOKEN) != 0)
    why = "the token is not that of these sources: modelDescription.xml is of another export";
  else if ((c = (Instance *)host_allocate(host, sizeof *c)) == NULL)
    why = "out of memory";
  if (why != NULL) {
    char text[160];
    snprintf(text, sizeof text, "%s: %s", function, why);
    host_log(host, name == NULL ? "" : name, REFUSED, "logStatusError", text);
    return NULL;
  }
  memcpy(c->mark, MARK, sizeof c->mark);
  c->host = *host;
  strncpy(c->name, name, sizeof c->name - 1);
  c->name[sizeof c->name - 1] = '\0';
  c->saved = NULL;
  c->logs = logs;
  c->wanted = 0;
  begin_fresh(&c->now, exchanged);
  return c;
}

static void destroy(Instance *c)
{
  if (c == NULL) return;
  const Host host = c->host;
  while (c->saved != NULL) {
    Saved *gone = c->saved;
    c->saved = gone->next;
    host_free(&host, gone);
  }
  memset(c->mark, 0, sizeof c->mark);
  host_free(&host, c);
}

static int set_up(Instance *c, const char *function, double start, int has_stop, double stop)
{
  if (c == NULL) return REFUSED;
  if (c->now.phase != INSTANTIATED) return refuse_phase(c, function);
  if (!isfinite(start)) return refuse(c, function, "the start time is not finite");
  if (has_stop && !(stop >= start)) return refuse(c, function, "the stop time lies before the start time");
  c->now.time = start;
  c->now.stop = has_stop ? stop : INFINITY;
  return FINE;
}

static int enter_initialization(Instance *c, const char *function)
{
  if (c == NULL) return REFUSED;
  if (c->now.phase != INSTANTIATED) return refuse_phase(c, function);
  c->now.phase = INITIALIZING;
  return FINE;
}

/* What an importer should know about inputs that it has not set. */
static void remark_on_inputs(const Instance *c)
{
  static const char category[] = "logStatusWarning";
#if @displacement@ >= 0
  if (!c->now.is_used[DISPLACEMENT])
    tell(c, WARNED, category, "displacement is not set: the velocity is integrated in its place");
#endif
#if @rigid@
  if (c->now.stick != 0.0) return;
  if (!c->now.is_used[APPLIED])
    tell(c, WARNED, category, "applied is not set: what holds the body is found from its velocity and mass");
  if (!c->now.is_used[MASS])
    tell(c, WARNED, category,
           "mass is not set: its start is taken, which does not hold a body of less than three quarters of it");
#endif
  (void)c;
  (void)category;
}

static int exit_initialization(Instance *c, const char *function)
{
  if (c == NULL) return REFUSED;
  if (c->now.phase != INITIALIZING) return refuse_phase(c, function);
  start_anew(&c->now);
  memcpy(c->now.before, c->now.inputs, sizeof c->now.before);
  remark_on_inputs(c);
  c->now.phase = c->now.exchanged ? EVENT : STEPPING;
  return FINE;
}

static int terminate(Instance *c, const char *function)
{
  if (c == NULL) return REFUSED;
  if (c->now.phase == INSTANTIATED || c->now.phase == TERMINATED) return refuse_phase(c, function);
  c->now.phase = TERMINATED;
  return FINE;
}

static int reset(Instance *c)
{
  if (c == NULL) return REFUSED;
  begin_fresh(&c->now, c->now.exchanged);
  return FINE;
}

/* ---- model exchange */

static int check_exchange(const Instance *c, const char *function)
{
  if (c == NULL) return REFUSED;
  return c->now.exchanged ? FINE : refuse(c, function, "this is an instance for co-simulation");
}

/* An array of the importer for this many numbers. */
static int check_room(const Instance *c, const char *function, const void *values, size_t given, size_t wanted)
{
  if (given != wanted)
    return refuse_with(c, REFUSED, function, "there are %u numbers, but the call has room for %u", (unsigned)wanted,
                       (unsigned)given);
  return wanted > 0 && values == NULL ? refuse(c, function, "the values are a null pointer") : FINE;
}

static int change_phase(Instance *c, const char *function, int from, int also_from, int to)
{
  const int status = check_exchange(c, function);
  if (status != FINE) return status;
  if (c->now.phase != from && c->now.phase != also_from) return refuse_phase(c, function);
  c->now.phase = (unsigned char)to;
  return FINE;
}

static int set_time(Instance *c, const char *function, double time)
{
  const int status = check_exchange(c, function);
  if (status != FINE) return status;
  if (c->now.phase != EVENT && c->now.phase != CONTINUOUS) return refuse_phase(c, function);
  if (!isfinite(time)) return refuse(c, function, "the time is not finite");
  c->now.time = time;
  return FINE;
}

/* Before numbers are read that an importer integrates. */
static int check_reading(Instance *c, const char *function, const void *values, size_t given, size_t wanted)
{
  const int status = check_exchange(c, function);
  if (status != FINE) return status;
  if (c->now.phase == INSTANTIATED) return refuse_phase(c, function);
  refresh(&c->now);
  return check_room(c, function, values, given, wanted);
}

static int read_states(Instance *c, const char *function, double states[], size_t count)
{
  const int status = check_reading(c, function, states, count, STATES);
  for (size_t k = 0; k < count && status == FINE; ++k)
    states[k] = stored_number(&c->now, &variables[flowing[k].variable]);
  return status;
}

static int write_states(Instance *c, const char *function, const double states[], size_t count)
{
  int status = check_exchange(c, function);
  if (status != FINE) return status;
  if (c->now.phase != EVENT && c->now.phase != CONTINUOUS) return refuse_phase(c, function);
  status = check_room(c, function, states, count, STATES);
  for (size_t k = 0; k < count && status == FINE; ++k)
    if (!isfinite(states[k])) status = refuse(c, function, "a state is not finite");
  for (size_t k = 0; k < count && status == FINE; ++k)
    store_number(&c->now, &variables[flowing[k].variable], states[k]);
  return status;
}

static int read_slopes(Instance *c, const char *function, double slopes[], size_t count)
{
  const int status = check_reading(c, function, slopes, count, STATES);
  if (status == FINE) get_slopes(&c->now, slopes);
  return status;
}

static int read_nominals(Instance *c, const char *function, double nominals[], size_t count)
{
  int status = check_exchange(c, function);
  if (status == FINE) status = check_room(c, function, nominals, count, STATES);
  for (size_t k = 0; k < count && status == FINE; ++k) nominals[k] = flowing[k].nominal;
  return status;
}

static int read_indicators(Instance *c, const char *function, double indicators[], size_t count)
{
  double value[GUARD_ROOM];
  const int status = check_reading(c, function, indicators, count, GUARDS);
  if (status != FINE) return status;
  get_guards(&c->now, value);
  for (int k = 0; k < GUARDS; ++k) indicators[k] = indicator(&c->now, k, value[k]);
  return FINE;
}

/* A guard that has become positive is armed. */
static int complete_step(Instance *c, const char *function)
{
  double value[GUARD_ROOM];
  const int status = check_exchange(c, function);
  if (status != FINE) return status;
  if (c->now.phase != CONTINUOUS) return refuse_phase(c, function);
  get_guards(&c->now, value);
  for (int k = 0; k < GUARDS; ++k) {
    c->now.scales[k] = fmax(c->now.scales[k], fabs(value[k]));
    if (value[k] > 0.0) c->now.is_armed[k] = 1;
  }
  return FINE;
}

#if @guards@ > 0
static void log_event(const Instance *c, int k)
{
  char text[160];
  for (size_t i = 0; i < VARIABLES; ++i)
    if (variables[i].kind == INDICATOR && variables[i].place == k) {
      snprintf(text, sizeof text, "t = %g s: %s", c->now.time, variables[i].name);
      tell(c, FINE, "logEvents", text);
    }
}

/* Resets of the guards that have fired, each as long as the ones before it have not put it right; how many there were.
 * A new mode begins for them, and for those whose value the resets changed. */
static int fire(Instance *c)
{
  Data *d = &c->now;
  double before[GUARDS], value[GUARDS];
  unsigned char fired[GUARDS] = {0}, helped[GUARDS] = {0};
  int count = 0;
  get_guards(d, before);
  for (int k = 0; k < GUARDS; ++k) {
    if (indicator(d, k, before[k]) > 0.0) continue;
    get_guards(d, value);
    if (indicator(d, k, value[k]) > 0.0) continue;
    const Memory old = memory_of(d);
    apply_reset(d, k);
    const Memory now = memory_of(d);
    fired[k] = 1;
    helped[k] = !is_same(&old, &now);
    ++count;
    log_event(c, k);
  }
  get_guards(d, value);
  for (int k = 0; k < GUARDS; ++k) {
    if (fired[k] || value[k] != before[k])
      arm(d, k, value[k], fired[k] && !helped[k]);
    else if (value[k] > 0.0)
      d->is_armed[k] = 1;
  }
  return count;
}
#endif

/* States count as changed on every change of mode: importers start their integrators anew only then. */
static int update_discrete(Instance *c, const char *function, int *changed)
{
  const int status = check_exchange(c, function);
  *changed = 0;
  if (status != FINE) return status;
  if (c->now.phase != EVENT) return refuse_phase(c, function);
#if @guards@ > 0
  const Memory old = memory_of(&c->now);
  const int most = 4 * GUARDS + 1;
  int passes = 0;
  while (passes < most && fire(c) > 0) ++passes;
  if (passes == most) tell(c, WARNED, "logStatusWarning", "events without end; the last mode is kept");
  watch_scales(&c->now);
  const Memory now = memory_of(&c->now);
  *changed = !is_same(&old, &now);
#endif
  return FINE;
}

/* ---- steps */

static int is_finite_everywhere(const Data *d)
{
  for (size_t k = 0; k < VARIABLES; ++k)
    if (!isfinite(stored_number(d, &variables[k]))) return 0;
  return 1;
}

static int check_step(const Instance *c, const char *function, double from, double h)
{
  const double rounding = 1e-9; /* of a step: a master's own sum of steps */
  const Data *d = &c->now;
  if (d->phase != STEPPING) return refuse_phase(c, function);
  if (!isfinite(from) || !isfinite(h) || !(h > 0.0))
    return refuse_with(c, REFUSED, function, "a step of %g s from t = %g s makes no sense", h, from);
  if (fabs(from - d->time) > rounding * fmax(fabs(from), h))
    return refuse_with(c, REFUSED, function, "the step begins at t = %g s, but the last one ended at t = %g s", from,
                       d->time);
  if (from + h > d->stop * (1.0 + rounding) + rounding * h)
    return refuse_with(c, REFUSED, function, "the step goes beyond the stop time of %g s", d->stop);
  return FINE;
}

#if @rigid@
/* A rigid contact with a body that somebody else moves in steps h. u = F + m (v' - v)/h pushed it in the last step, or is
 * given; w = u + m v'/h brings it to rest in the next one. A body that is held stays so while break-away friction can hold
 * w; one that slides is caught when friction would stop it within the step. Returns the force. */
static double stopping_step(Data *d, const double from[], double to[], double force, double h)
{
  const int was_held = law_holds(d);
  const double v = to[VELOCITY];
  const double pushed = d->is_used[APPLIED] ? to[APPLIED] : force + to[MASS] * (v - from[VELOCITY]) / h;
  const double stopping = pushed + to[MASS] * v / h;
  const double direction = from[VELOCITY] != 0.0 ? from[VELOCITY] : v;
  double slid;
  Data trial;
  memcpy(&trial, d, sizeof trial);
  to[APPLIED] = pushed;
  slid = law_step(d, to, h);
  const int is_slow = law_holds(d); /* inside the law's own band around standstill */
  d->held_force = 0.0;
  if (!was_held && !is_slow && copysign(1.0, direction) * stopping > fabs(slid)) return slid;
  to[APPLIED] = stopping;
  to[VELOCITY] = 0.0;
  law_init(&trial, to);
  law_step(&trial, to, 0.0);
  to[VELOCITY] = v;
  if (law_holds(&trial)) {
    d->state = trial.state;
    return d->held_force = stopping;
  }
  if (!is_slow && v * stopping > 0.0) return slid;
  d->state = trial.state; /* pushed beyond break-away: it sets off, or turns, in the direction of the push */
  return law_force(d, to);
}
#endif

/* What was set counts for the end of the step; for its beginning once a derivative is given. Leaves both in `before` and
 * `inputs`. */
static void lay_inputs(Data *d, double h)
{
  if (memchr(d->has_rate, 1, sizeof d->has_rate) == NULL) return;
  memcpy(d->before, d->inputs, sizeof d->before);
  for (size_t k = 0; k < VARIABLES; ++k) {
    const Variable *v = &variables[k];
    const size_t i = v->kind == INPUT ? (v->offset - offsetof(Data, inputs)) / sizeof(double) : 0;
    if (v->kind != INPUT || !d->has_rate[i]) continue;
    d->inputs[i] += h * d->rates[i];
    if (d->inputs[i] != v->start) d->is_used[i] = 1;
  }
  memset(d->has_rate, 0, sizeof d->has_rate);
  renew_kept_values(d);
}

/* The law's sampled step from the inputs of the last step to those of now; the energy by trapezoids. */
static int do_step(Instance *c, const char *function, double from, double h)
{
  Data next;
  const int status = c == NULL ? REFUSED : check_step(c, function, from, h);
  if (status != FINE) return status;
  memcpy(&next, &c->now, sizeof next); /* with what lies between the members: it is serialized too */
  if (next.params_changed) renew_kept_values(&next);
  lay_inputs(&next, h);
  double old[INPUTS], to[INPUTS];
  const double last = law_force(&next, seen(&next, next.before, old));
  double force;
#if @displacement@ >= 0
  if (!next.is_used[DISPLACEMENT]) next.own_displacement += h * (next.before[VELOCITY] + next.inputs[VELOCITY]) / 2.0;
#endif
  seen(&next, next.inputs, to);
#if @rigid@
  if (next.stick == 0.0) {
    to[APPLIED] = next.inputs[APPLIED];
    to[VELOCITY] = next.inputs[VELOCITY];
    force = stopping_step(&next, next.before, to, last, h);
  } else
#endif
    force = law_step(&next, to, h);
  next.energy_in += h * (last * next.before[VELOCITY] + force * next.inputs[VELOCITY]) / 2.0;
  if (!is_finite_everywhere(&next)) return refuse(c, function, "the step leads to a number that is not finite");
  next.time = from + h;
  memcpy(next.before, next.inputs, sizeof next.before);
  memcpy(&c->now, &next, sizeof next);
  return FINE;
}

/* ---- saved states */

static Saved *saved_of(const Instance *c, const void *state)
{
  Saved *s = c->saved;
  while (s != NULL && (const void *)s != state) s = s->next;
  return s;
}

static Saved *new_saved(Instance *c, const char *function)
{
  Saved *s = (Saved *)host_allocate(&c->host, sizeof *s);
  if (s == NULL) {
    refuse(c, function, "out of memory");
    return NULL;
  }
  s->next = c->saved;
  c->saved = s;
  return s;
}

static const char not_saved[] = "not a saved state of the instance";

static int save(Instance *c, const char *function, void **state)
{
  Saved *s;
  if (c == NULL) return REFUSED;
  if (state == NULL) return refuse(c, function, "the place for the state is a null pointer");
  if (*state != NULL && saved_of(c, *state) == NULL) return refuse(c, function, not_saved);
  s = *state != NULL ? saved_of(c, *state) : new_saved(c, function);
  if (s == NULL) return REFUSED;
  refresh(&c->now);
  memcpy(&s->data, &c->now, sizeof s->data);
  *state = s;
  return FINE;
}

static int restore(Instance *c, const char *function, const void *state)
{
  const Saved *s = c == NULL ? NULL : saved_of(c, state);
  if (c == NULL) return REFUSED;
  if (s == NULL) return refuse(c, function, not_saved);
  memcpy(&c->now, &s->data, sizeof c->now);
  return FINE;
}

static int forget(Instance *c, const char *function, void **state)
{
  Saved **link;
  Saved *s;
  if (c == NULL) return REFUSED;
  if (state == NULL || *state == NULL) return FINE;
  s = saved_of(c, *state);
  if (s == NULL) return refuse(c, function, not_saved);
  for (link = &c->saved; *link != s;) link = &(*link)->next;
  *link = s->next;
  host_free(&c->host, s);
  *state = NULL;
  return FINE;
}

/* FNV-1a over the token and the bytes: tells damaged bytes, and those of another FMU. */
static uint64_t checksum(const unsigned char *bytes, size_t count)
{
  uint64_t sum = UINT64_C(14695981039346656037);
  const char *t;
  size_t k;
  for (t = TOKEN; *t != '\0'; ++t) sum = (sum ^ (unsigned char)*t) * UINT64_C(1099511628211);
  for (k = 0; k < count; ++k) sum = (sum ^ bytes[k]) * UINT64_C(1099511628211);
  return sum;
}

enum { SERIALIZED = sizeof(uint64_t) + sizeof(Data) };

/* Bytes with the right checksum may still be no state of this FMU. */
static int is_sound(const Data *d)
{
  double slope[STATES], guard[GUARD_ROOM];
  size_t k;
  if (!isfinite(d->time) || isnan(d->stop) || !isfinite(d->energy_in) || d->off != 0.0) return 0;
  if (d->exchanged > 1 || d->phase == (d->exchanged ? STEPPING : EVENT) || (!d->exchanged && d->phase == CONTINUOUS))
    return 0;
  for (k = 0; k < GUARD_ROOM; ++k)
    if (d->is_armed[k] > 1 || isnan(d->rest[k]) || !isfinite(d->scales[k])) return 0;
  for (k = 0; k < INPUTS; ++k)
    if (!isfinite(d->before[k]) || d->is_used[k] > 1 || !isfinite(d->rates[k]) || d->has_rate[k] > 1) return 0;
  for (k = 0; k < VARIABLES; ++k) {
    const Variable *v = &variables[k];
    const double x = stored_number(d, v);
    if (!isfinite(x) || !isfinite(d->given[k])) return 0;
    if (v->is_choice && x != floor(x)) return 0;
    if ((v->kind == TUNABLE || v->kind == FIXED || v->kind == MODE) && (x < v->lower || x > v->upper)) return 0;
    if (d->is_given[k] > 1) return 0;
  }
  get_slopes(d, slope);
  for (k = 0; k < STATES; ++k)
    if (!isfinite(slope[k])) return 0;
  get_guards(d, guard);
  for (k = 0; k < GUARD_ROOM; ++k)
    if (!isfinite(guard[k])) return 0;
  return isfinite(law_friction(d)) && isfinite(law_stored_energy(d)) && d->start_is_stale <= 1 &&
         d->params_changed <= 1;
}

static int serialized_size(Instance *c, const char *function, const void *state, size_t *size)
{
  if (c == NULL) return REFUSED;
  if (saved_of(c, state) == NULL) return refuse(c, function, not_saved);
  if (size == NULL) return refuse(c, function, "the place for the size is a null pointer");
  *size = SERIALIZED;
  return FINE;
}

static int serialize(Instance *c, const char *function, const void *state, void *bytes, size_t size)
{
  uint64_t sum;
  const Saved *s = c == NULL ? NULL : saved_of(c, state);
  if (c == NULL) return REFUSED;
  if (s == NULL) return refuse(c, function, not_saved);
  if (bytes == NULL || size < SERIALIZED) return refuse(c, function, "there is too little room for the bytes");
  sum = checksum((const unsigned char *)&s->data, sizeof s->data);
  memcpy(bytes, &sum, sizeof sum);
  memcpy((char *)bytes + sizeof sum, &s->data, sizeof s->data);
  return FINE;
}

static int deserialize(Instance *c, const char *function, const void *bytes, size_t size, void **state)
{
  Saved *s;
  uint64_t sum;
  if (c == NULL) return REFUSED;
  if (bytes == NULL || state == NULL) return refuse(c, function, "a pointer is null");
  if (size != SERIALIZED) return refuse(c, function, "these bytes are not a serialized state of this FMU");
  memcpy(&sum, bytes, sizeof sum);
  if (sum != checksum((const unsigned char *)bytes + sizeof sum, sizeof(Data)) ||
      ((const unsigned char *)bytes)[sizeof sum + offsetof(Data, phase)] > TERMINATED)
    return refuse(c, function, "these bytes are not a serialized state of this FMU, or they are damaged");
  s = new_saved(c, function);
  if (s == NULL) return REFUSED;
  memcpy(&s->data, (const char *)bytes + sizeof sum, sizeof s->data);
  if (s->data.exchanged != c->now.exchanged || !is_sound(&s->data)) {
    const int is_other = s->data.exchanged != c->now.exchanged;
    void *gone = s;
    forget(c, function, &gone);
    return refuse(c, function,
                  is_other ? "the serialized state is of an instance for the other use"
                           : "the serialized state is damaged: it has numbers that no call leads to");
  }
  *state = s;
  return FINE;
}
)c";

}  // namespace stickslip::fmu
