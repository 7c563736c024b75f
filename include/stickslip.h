/* Stickslip for C: a friction law behind a handle. C99; C++ may include it too.
 *
 *   char error[256];
 *   stickslip_law* law = stickslip_create(STICKSLIP_API_VERSION, "lugre", 0, error, sizeof error);
 *   stickslip_contact now = STICKSLIP_AT_REST;
 *   stickslip_force friction;
 *   now.velocity = 1e-3;
 *   if (stickslip_step(law, &now, 1e-4, &friction) != STICKSLIP_OK) puts(stickslip_error(law));
 *   stickslip_destroy(law);
 *
 * SI units throughout. The friction force is positive when it acts against positive velocity.
 *
 * A handle holds a law, its parameters, its state and the last contact; nothing is shared between handles, so that each
 * thread may have its own. A call that fails changes nothing but the text of stickslip_error(). Texts that a handle
 * returns live until the next call that can fail, those of parameters and states as long as the handle. NaN and infinity
 * are refused wherever they are given, and never returned by a call that answers STICKSLIP_OK. */
#ifndef STICKSLIP_H
#define STICKSLIP_H

#include <stddef.h>

#if defined(__GNUC__)
#define STICKSLIP_API __attribute__((visibility("default")))
#else
#define STICKSLIP_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. A program passes it on creation, and a library of another version says so. */
#define STICKSLIP_API_VERSION 1

typedef struct stickslip_law stickslip_law;

typedef enum stickslip_status {
  STICKSLIP_OK = 0,
  STICKSLIP_BAD_ARGUMENT = 1,  /* NULL where something is needed, a number that is not finite, a wrong length */
  STICKSLIP_UNKNOWN_NAME = 2,  /* no law or parameter of that name; the text has the nearest */
  STICKSLIP_REFUSED = 3,       /* out of bounds, against a relation between parameters, or a text that is no model */
  STICKSLIP_NOT_AVAILABLE = 4, /* this law has no such quantity */
  STICKSLIP_NO_MEMORY = 5,
  STICKSLIP_FAILED = 6 /* the result is not finite */
} stickslip_status;

/* What the machine tells the contact at one instant. Rotation: read rad, N.m and kg.m2. */
typedef struct stickslip_contact {
  double velocity;     /* relative sliding velocity [m/s] */
  double displacement; /* relative displacement [m] */
  double applied;      /* sum of all other tangential forces on the body [N] */
  double mass;         /* mass of the body [kg], above 0 */
  double load;         /* normal force [N] */
  double pressure;     /* pressure on the seal [Pa] */
  double temperature;  /* temperature above the reference state [K] */
} stickslip_contact;

#define STICKSLIP_AT_REST \
  { 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0 }

/* Columns of a contact, as bits. */
enum {
  STICKSLIP_VELOCITY = 1,
  STICKSLIP_DISPLACEMENT = 2,
  STICKSLIP_APPLIED = 4,
  STICKSLIP_MASS = 8,
  STICKSLIP_LOAD = 16,
  STICKSLIP_PRESSURE = 32,
  STICKSLIP_TEMPERATURE = 64
};

/* The friction force is value + inertia * acceleration; most laws have no inertia. */
typedef struct stickslip_force {
  double value;   /* [N] */
  double inertia; /* [kg] */
} stickslip_force;

/* One number of a law: a parameter, or a part of its state. */
typedef struct stickslip_number {
  const char* name;        /* "stiffness", "coulomb.back", "limit[3]": what stickslip_get and stickslip_set take */
  const char* symbol;      /* in the literature: "sigma_0" */
  const char* unit;        /* SI: "N.s/m"; "1" without dimension */
  const char* description; /* one sentence */
  const char* choices;     /* "zero|kept" where the number stands for a name; otherwise "" */
  double lower;            /* bounds; a state may leave them */
  double upper;
  double standard;  /* the law's own value, whatever a model says */
  int is_log_scale; /* 1: walk along it by factors, not by differences */
} stickslip_number;

/* A law of the list. Its texts live as long as the program. */
typedef struct stickslip_law_info {
  const char* name;     /* "lugre" */
  const char* title;    /* "LuGre bristle law" */
  const char* source;   /* where it was published */
  const char* equation; /* lines of plain text */
  unsigned reads;       /* the columns of a contact that it needs */
  unsigned may_read;    /* and those that it uses when they are not 0 */
  int has_elements;     /* 1: takes a number of elements */
} stickslip_law_info;

/* ---- the list of laws */

STICKSLIP_API int stickslip_api_version(void);       /* of the library; compare with STICKSLIP_API_VERSION */
STICKSLIP_API const char* stickslip_version(void);   /* "0.1.0" */
STICKSLIP_API size_t stickslip_law_count(void);
STICKSLIP_API stickslip_status stickslip_describe_law(size_t index, stickslip_law_info* info);

/* ---- from creation to end
 *
 * Creation returns NULL when it fails and writes why into error, cut to error_size bytes with its final 0; error may be
 * NULL. A law is created at rest. */

/* By name, with the law's own parameters; elements = 0: the usual number, and the only one for a law without. */
STICKSLIP_API stickslip_law* stickslip_create(int api_version, const char* name, size_t elements, char* error,
                                              size_t error_size);
/* From the content of a model.toml, as stickslip identify writes it. */
STICKSLIP_API stickslip_law* stickslip_create_from_toml(int api_version, const char* toml, char* error,
                                                        size_t error_size);
/* With parameters, state and last contact; NULL when there is no memory, or law is NULL. */
STICKSLIP_API stickslip_law* stickslip_copy(stickslip_law* law);
/* At rest, as a body that has been so for long, in the contact given (NULL: STICKSLIP_AT_REST); parameters stay. */
STICKSLIP_API stickslip_status stickslip_reset(stickslip_law* law, const stickslip_contact* start);
STICKSLIP_API void stickslip_destroy(stickslip_law* law); /* NULL is nothing to destroy */

/* Why the last call failed; "" when it did not. Never NULL. */
STICKSLIP_API const char* stickslip_error(const stickslip_law* law);
STICKSLIP_API const char* stickslip_name(const stickslip_law* law); /* "" for NULL */

/* ---- parameters
 *
 * "coulomb" stands for both directions and "limit" for all elements: setting it sets all, asking for it wants them
 * equal. Every change is held against bounds and relations. Parameters that are related to each other are set together,
 * all or none. */

STICKSLIP_API size_t stickslip_parameter_count(const stickslip_law* law); /* 0 for NULL */
STICKSLIP_API stickslip_status stickslip_describe_parameter(stickslip_law* law, size_t index, stickslip_number* number);
STICKSLIP_API stickslip_status stickslip_get(stickslip_law* law, const char* name, double* value);
STICKSLIP_API stickslip_status stickslip_set(stickslip_law* law, const char* name, double value);
STICKSLIP_API stickslip_status stickslip_set_many(stickslip_law* law, const char* const* names, const double* values,
                                                  size_t count);
/* The value as a person writes it: "1.5", "1.5 N", "[1.5, 2]", or the name of a choice. */
STICKSLIP_API stickslip_status stickslip_set_text(stickslip_law* law, const char* name, const char* value);

/* ---- motion */

/* Goes on by h seconds, h >= 0, from the last contact to this one, stable for every h, and returns the force at the end
 * (NULL: not wanted). Velocity and displacement must belong together for laws that read both. */
STICKSLIP_API stickslip_status stickslip_step(stickslip_law* law, const stickslip_contact* now, double h,
                                              stickslip_force* force);
/* The force in another contact with the state as it is, which stays. */
STICKSLIP_API stickslip_status stickslip_force_at(stickslip_law* law, const stickslip_contact* contact,
                                                  stickslip_force* force);
/* The friction that sliding at the contact's velocity settles to [N]. */
STICKSLIP_API stickslip_status stickslip_steady_state(stickslip_law* law, const stickslip_contact* contact,
                                                      double* force);
/* The energy held in the state [J]. */
STICKSLIP_API stickslip_status stickslip_stored_energy(stickslip_law* law, double* energy);

/* ---- state */

STICKSLIP_API size_t stickslip_state_count(const stickslip_law* law); /* 0 for NULL, and for a law without states */
STICKSLIP_API stickslip_status stickslip_describe_state(stickslip_law* law, size_t index, stickslip_number* number);
/* Both take as many numbers as there are. A state belongs to a contact: get and set that too, to go on elsewhere. */
STICKSLIP_API stickslip_status stickslip_get_state(stickslip_law* law, double* values, size_t count);
STICKSLIP_API stickslip_status stickslip_set_state(stickslip_law* law, const double* values, size_t count);
STICKSLIP_API stickslip_status stickslip_get_contact(stickslip_law* law, stickslip_contact* last);
STICKSLIP_API stickslip_status stickslip_set_contact(stickslip_law* law, const stickslip_contact* last);
/* "sliding forward", "3 of 10 slip"; "" for a law without modes, and for NULL. */
STICKSLIP_API const char* stickslip_mode(stickslip_law* law);

#ifdef __cplusplus
}
#endif

#endif
