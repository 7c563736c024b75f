"""The peer of bench_batch_gpu: a batch of LuGre candidates by JAX, with jit, vmap and scan.

The same step as include/stickslip/friction/bristle.hpp: exponential, with the level linear in the path, the squared
error reduced on the device. Usage: batch_gpu_jax.py SAMPLES
"""

import sys
import time

import jax

jax.config.update("jax_enable_x64", True)
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

STEP = 1e-4


def motion(samples):
    w = 2.0 * np.pi * np.arange(samples + 1) / samples
    return 2e-3 * (np.sin(w) + 0.5 * np.sin(7.3 * w)), np.sin(w)


def loss_of(p, v, measured):
    stiffness, damping, coulomb, breakaway, stribeck, viscous = p

    def level(speed):
        return coulomb + (breakaway - coulomb) * jnp.exp(-((speed / stribeck) ** 2))

    def step(carry, x):
        z, v0, total = carry
        v1, m = x
        g0, g1 = level(jnp.abs(v0)), level(jnp.abs(v1))
        travel = (v0 + v1) / 2 * STEP
        tau = stiffness * jnp.abs(travel) * 2 / (g0 + g1)
        decayed = -jnp.expm1(-tau)
        mean = jnp.where(tau > 0, decayed / jnp.where(tau > 0, tau, 1.0), 1.0)
        reach = jnp.sign(travel) / stiffness
        z = z + decayed * (reach * g0 - z) + (1 - mean) * reach * (g1 - g0)
        force = stiffness * z + damping * (v1 - stiffness * jnp.abs(v1) * z / g1) + viscous * v1
        return (z, v1, total + (force - m) ** 2), None

    zero = jnp.zeros((), v.dtype)
    (_, _, total), _ = jax.lax.scan(step, (zero, v[0], zero), (v[1:], measured[1:]))
    return total / (v.shape[0] - 1)


def main():
    samples = int(sys.argv[1])
    for dtype in (jnp.float64, jnp.float32):
        v, measured = (jnp.asarray(x, dtype) for x in motion(samples))
        batch = jax.jit(jax.vmap(loss_of, in_axes=(0, None, None)))
        for count in (4096, 65536, 1 << 20):
            factor = np.random.default_rng(1).uniform(0.8, 1.2, (count, 6))
            p = jnp.asarray(np.array([1e5, 316.2, 1.0, 1.5, 1e-3, 0.4]) * factor, dtype)
            batch(p, v, measured).block_until_ready()
            times = []
            for _ in range(7):
                start = time.perf_counter()
                batch(p, v, measured).block_until_ready()
                times.append(time.perf_counter() - start)
            median = sorted(times)[3]
            print(f"  lugre {jnp.dtype(dtype).name}  {count}  {median * 1e3:.3g} ms  {count * samples / median:.3g}/s")


main()
