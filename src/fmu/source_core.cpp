#include "source_text.hpp"

namespace stickslip::fmu {

const std::string_view source_core = R"c(
/* ---- an instance */

/* The importer's statuses, by the numbers that both versions give them. */
enum { FINE = 0, DISCARDED = 2, REFUSED = 3 };

typedef struct Saved {
  struct Saved *next;
  Data data;
} Saved;

typedef struct {
  char mark[8]; /* tells an instance from other memory */
  Host host;
  char name[128];
  Saved *saved; /* states that were not yet freed */
  Data now;
} Instance;

static Instance *instance_of(void *pointer)
{
  Instance *c = (Instance *)pointer;
  return c != NULL && memcmp(c->mark, MARK, sizeof c->mark) == 0 ? c : NULL;
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
  host_log(&c->host, c->name, status, status == DISCARDED ? "logStatusDiscard" : "logStatusError", text);
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
  static const char *const names[] = {"instantiated", "in initialization mode", "in step mode", "terminated"};
  return refuse_with(c, REFUSED, function, "the instance is %s, where this call is not allowed", names[c->now.phase]);
}

static int set_categories(Instance *c, const char *function, size_t count, const char *const asked[])
{
  if (c == NULL) return REFUSED;
  if (count > 0 && asked == NULL) return refuse(c, function, "categories is a null pointer");
  for (size_t k = 0; k < count; ++k) {
    int is_known = 0;
    for (size_t i = 0; i < CATEGORIES; ++i) is_known |= asked[k] != NULL && strcmp(asked[k], categories[i]) == 0;
    if (!is_known)
      return refuse_with(c, REFUSED, function, "there is no log category '%s'", asked[k] == NULL ? "" : asked[k]);
  }
  return FINE; /* what is refused is told always, and nothing else is logged */
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

static void begin_fresh(Data *d)
{
  memset(d, 0, sizeof *d);
  d->stop = INFINITY;
  d->start_is_stale = 1;
  law_defaults(d);
  for (size_t k = 0; k < VARIABLES; ++k)
    if (variables[k].kind == INPUT) store_number(d, &variables[k], variables[k].start);
  memcpy(d->before, d->inputs, sizeof d->before);
}

/* The start, from inputs, parameters and the states that were set. A law with modes learns that the body moves by a
 * step of no duration. */
static void start_anew(Data *d)
{
  law_init(d, d->inputs);
  for (size_t k = 0; k < VARIABLES; ++k)
    if (d->is_given[k]) store_number(d, &variables[k], d->given[k]);
  if (HAS_MODES && d->inputs[VELOCITY] != 0.0) law_step(d, d->inputs, 0.0);
  d->energy_in = law_stored_energy(d);
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

static Instance *instantiate(const Host *host, const char *function, const char *name, const char *token)
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
  begin_fresh(&c->now);
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

static int exit_initialization(Instance *c, const char *function)
{
  if (c == NULL) return REFUSED;
  if (c->now.phase != INITIALIZING) return refuse_phase(c, function);
  start_anew(&c->now);
  memcpy(c->now.before, c->now.inputs, sizeof c->now.before);
  c->now.phase = STEPPING;
  return FINE;
}

static int terminate(Instance *c, const char *function)
{
  if (c == NULL) return REFUSED;
  if (c->now.phase != STEPPING && c->now.phase != INITIALIZING) return refuse_phase(c, function);
  c->now.phase = TERMINATED;
  return FINE;
}

static int reset(Instance *c)
{
  if (c == NULL) return REFUSED;
  begin_fresh(&c->now);
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
  size_t k;
  if (!isfinite(d->time) || isnan(d->stop) || !isfinite(d->energy_in) || d->off != 0.0) return 0;
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
  if (!is_sound(&s->data)) {
    void *gone = s;
    forget(c, function, &gone);
    return refuse(c, function, "the serialized state is damaged: it has numbers that no call leads to");
  }
  *state = s;
  return FINE;
}
)c";

}  // namespace stickslip::fmu
