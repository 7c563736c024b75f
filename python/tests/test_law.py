"""Laws: their names, parameters and numbers."""

import copy
import gc
import pickle
import pydoc
import resource
import threading
import tracemalloc

import numpy as np
import pytest

import stickslip


def test_all_laws_are_listed_with_their_tables():
    laws = stickslip.laws()
    assert len(laws) >= 20
    assert len({law.name for law in laws}) == len(laws)
    for law in laws:
        assert law.title and law.equation and law.source and law.parameters
        for p in law.parameters:
            assert p.lower <= p.default <= p.upper, (law.name, p.name)


def test_help_shows_units_bounds_and_equation_from_the_table():
    text = pydoc.render_doc(stickslip.Law("lugre"), renderer=pydoc.plaintext)
    assert "stiffness : float [N/m]" in text
    assert "0.001 to 1e+12; default: 100000" in text
    assert "dz/dt = v - sigma_0 |v| z / g(v)" in text
    assert "coulomb : float or (forward, back) [N]" in text
    assert "restart : zero or kept" in type(stickslip.Law("hybrid-presliding")).__doc__


@pytest.mark.parametrize("info", stickslip.laws(), ids=lambda info: info.name)
def test_steps_and_simulation_agree(info, motion):
    extra = {"load": 20.0, "pressure": 1e6, "mass": 1.5}
    stepped = stickslip.Law(info.name)
    followed = stickslip.Law(info.name).simulate(motion, 1e-3, **extra)
    forces = [stepped.step(v, 1e-3, **extra) for v in motion[1:]]
    assert np.all(np.isfinite(followed))
    assert np.max(np.abs(followed)) > 0.0
    np.testing.assert_allclose(forces, followed[1:], rtol=0, atol=1e-10 * np.max(np.abs(followed)))


def test_parameters_are_set_together_or_not_at_all():
    law = stickslip.Law("lugre")
    with pytest.raises(ValueError, match="breakaway.forward = 1.5 N must not be below coulomb.forward = 5 N"):
        law.set(coulomb=5.0)
    with pytest.raises(ValueError, match="lies outside"):
        law.set(coulomb=1.2, breakaway=2.0, stiffness=-1.0)
    assert law["coulomb"] == 1.0
    law.set(coulomb=5.0, breakaway=(8.0, 7.0))
    assert law["breakaway"] == (8.0, 7.0)
    assert law["breakaway.back"] == 7.0
    law["coulomb"] = {"forward": 4.0, "back": 3.0}
    assert law["coulomb.forward"] == 4.0


def test_values_may_be_texts_lists_arrays_and_choices():
    law = stickslip.Law("gms", elements=3, coulomb="1.2 N", breakaway=np.array([2.0, 3.0]), share=[0.2, 0.3, 0.5])
    assert law["share"] == [0.2, 0.3, 0.5]
    assert law["share[2]"] == 0.5
    assert law["breakaway"] == (2.0, 3.0)
    assert stickslip.Law("hybrid-presliding", restart="kept")["restart"] == "kept"
    assert stickslip.Law("tanh", viscous=np.float32(0.5))["viscous"] == 0.5


@pytest.mark.parametrize(
    ("make", "kind", "message"),
    [
        (lambda: stickslip.Law("lugree"), ValueError, "did you mean lugre?"),
        (lambda: stickslip.Law(7), TypeError, "must be a text"),
        (lambda: stickslip.Law("lugre", stifness=1.0), ValueError, "did you mean stiffness?"),
        (lambda: stickslip.Law("lugre", coulomb=-1.0), ValueError, r"coulomb.forward = -1 N lies outside \[1e-09"),
        (lambda: stickslip.Law("lugre", coulomb=float("nan")), ValueError, "lies outside"),
        (lambda: stickslip.Law("lugre", coulomb=object()), TypeError, "coulomb must be a number"),
        (lambda: stickslip.Law("lugre", coulomb=True), TypeError, "coulomb must be a number"),
        (lambda: stickslip.Law("lugre", coulomb={}), ValueError, "is given no value"),
        (lambda: stickslip.Law("lugre", coulomb="1 kg"), ValueError, "does not fit: N is needed"),
        (lambda: stickslip.Law("lugre", elements=3), ValueError, "has no elements"),
        (lambda: stickslip.Law("gms", elements=65), ValueError, r"elements = 65 lies outside \[1, 64\]"),
        (lambda: stickslip.Law("gms", elements=-1), ValueError, "lies outside"),
        (lambda: stickslip.Law("lugre")["coulomb.up"], ValueError, "coulomb.forward, coulomb.back"),
    ],
)
def test_mistakes_are_answered_in_the_librarys_own_words(make, kind, message):
    with pytest.raises(kind, match=message):
        make()


# ---- arrays


def memory_taken(work):
    tracemalloc.start()
    try:
        result = work()
        return result, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_columns_are_not_copied(motion):
    law = stickslip.Law("lugre")
    big = np.tile(motion, 500)
    out = np.empty_like(big)
    address = out.__array_interface__["data"][0]
    returned, taken = memory_taken(lambda: law.simulate(big, 1e-3, displacement=big, out=out))
    assert returned is out
    assert returned.__array_interface__["data"][0] == address
    assert taken < big.nbytes / 100
    short = big.astype(np.float32)
    assert memory_taken(lambda: law.simulate(short, 1e-3, out=out))[1] >= big.nbytes  # a conversion would be seen


def test_the_memory_of_a_column_is_the_one_that_is_read():
    """What is written into a view of the column is seen: no copy was kept from an earlier call."""
    law = stickslip.Law("tanh")
    velocity = np.zeros(100)
    before = law.simulate(velocity, 1e-3)
    velocity[50:] = 1.0
    assert not before.any()
    assert law.simulate(velocity, 1e-3)[50:].all()


def test_other_layouts_are_converted(motion):
    law = stickslip.Law("dahl")
    expected = law.simulate(motion, 1e-3)
    np.testing.assert_array_equal(law.simulate(list(motion), 1e-3), expected)
    wide = np.zeros((len(motion), 2))
    wide[:, 0] = motion
    np.testing.assert_array_equal(law.simulate(wide[:, 0], 1e-3), expected)


def test_room_that_does_not_fit_is_refused(motion):
    law = stickslip.Law("dahl")
    with pytest.raises(TypeError, match="float64"):
        law.simulate(motion, 1e-3, out=np.zeros(len(motion), dtype=np.float32))
    with pytest.raises(ValueError, match="contiguous, writeable column of 2000 samples"):
        law.simulate(motion, 1e-3, out=np.zeros(3))
    with pytest.raises(ValueError, match="contiguous"):
        law.simulate(motion, 1e-3, out=np.zeros((len(motion), 2))[:, 0])
    locked = np.zeros(len(motion))
    locked.flags.writeable = False
    with pytest.raises(ValueError, match="writeable"):
        law.simulate(motion, 1e-3, out=locked)


@pytest.mark.parametrize("name", ["lugre", "gms", "new-modified-lugre", "preisach"])
def test_pieces_with_resume_are_the_whole(name, motion):
    law = stickslip.Law(name)
    whole = law.simulate(motion, 1e-3)
    np.testing.assert_array_equal(law.simulate(motion, 1e-3), whole)
    assert law.state.tolist() == stickslip.Law(name).state.tolist()
    pieces = [law.simulate(piece, 1e-3, resume=True) for piece in np.split(motion, [3, 700, 701])]
    np.testing.assert_allclose(np.concatenate(pieces), whole, rtol=0, atol=1e-10 * np.max(np.abs(whole)))
    law.reset()
    np.testing.assert_array_equal(law.simulate(motion, 1e-3, resume=True), whole)
    assert law.simulate([], 1e-3).size == 0


def test_steady_state_has_the_shape_of_the_velocity():
    law = stickslip.Law("stribeck")
    speeds = np.linspace(-1.0, 1.0, 12).reshape(3, 4)
    forces = law.steady_state(speeds)
    assert forces.shape == (3, 4)
    assert law.steady_state(1.0) == pytest.approx(1.4)
    assert isinstance(law.steady_state(1.0), float)
    np.testing.assert_array_equal(forces, [[law.steady_state(v) for v in row] for row in speeds])


# ---- what is not a number


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_refused_with_its_place(motion, bad):
    law = stickslip.Law("lugre")
    motion[17] = bad
    with pytest.raises(ValueError, match=r"velocity\[17\] = "):
        law.simulate(motion, 1e-3)
    with pytest.raises(ValueError, match="pressure"):
        law.simulate(np.zeros(3), 1e-3, pressure=bad)
    with pytest.raises(ValueError, match="velocity = "):
        law.step(bad, 1e-3)
    with pytest.raises(ValueError, match="dt = "):
        law.step(0.0, bad)
    with pytest.raises(ValueError, match=r"velocity\[0\]"):
        law.steady_state(bad)
    with pytest.raises(ValueError, match=r"state\[0\]"):
        law.state = [bad]
    assert law.state[0] == 0.0


@pytest.mark.parametrize("bad", ["abc", ["1", "2"], [1j, 2j], [None, 1.0], [object()], {"a": 1}])
def test_what_is_no_real_number_is_a_type_error(bad):
    law = stickslip.Law("lugre")
    with pytest.raises(TypeError, match="velocity must be real numbers"):
        law.simulate(bad, 1e-3)
    with pytest.raises(TypeError, match="load must be real numbers"):
        law.simulate([0.0, 1.0], 1e-3, load=bad)
    with pytest.raises(TypeError, match="velocity must be real numbers"):
        law.steady_state(bad)
    with pytest.raises(TypeError, match="state must be real numbers"):
        law.state = bad
    with pytest.raises(TypeError, match="force must be real numbers"):
        stickslip.Data({"time": [0.0, 1.0], "force": bad})
    with pytest.raises(TypeError):
        law.step(bad, 1e-3)


def test_columns_of_other_lengths_are_refused(motion):
    with pytest.raises(ValueError, match="load has 3 samples, but velocity has 2000"):
        stickslip.Law("coulomb").simulate(motion, 1e-3, load=np.zeros(3))
    with pytest.raises(ValueError, match="velocity must be a column"):
        stickslip.Law("coulomb").simulate(1.0, 1e-3)
    with pytest.raises(ValueError, match="2 dimensions"):
        stickslip.Law("coulomb").simulate(np.zeros((3, 3)), 1e-3)


# ---- copies, threads, memory


@pytest.mark.parametrize("info", stickslip.laws(), ids=lambda info: info.name)
def test_laws_survive_pickling_and_copying(info, motion):
    law = stickslip.Law(info.name)
    law.simulate(motion[:777], 1e-3, resume=True)
    for other in (pickle.loads(pickle.dumps(law)), copy.copy(law), copy.deepcopy(law), law.copy()):
        assert type(other) is type(law)
        assert other == law
        assert other.step(1e-3, 1e-3) == law.copy().step(1e-3, 1e-3)
        other.reset()
    assert law.copy().state.tolist() == law.state.tolist()


def test_threads_give_the_numbers_of_one(motion):
    law = stickslip.Law("gms")
    expected = law.simulate(motion, 1e-3)
    found = [None] * 8

    def work(k):
        for _ in range(20):
            found[k] = law.simulate(motion, 1e-3)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for f in found:
        np.testing.assert_array_equal(f, expected)


def test_python_goes_on_while_a_simulation_runs():
    law = stickslip.Law("preisach")
    velocity = 1e-3 * np.sin(np.arange(3_000_000) * 0.01)
    running = threading.Event()

    def work():
        running.set()
        law.simulate(velocity, 1e-4)

    thread = threading.Thread(target=work)
    thread.start()
    running.wait()
    count = 0
    while thread.is_alive():
        count += 1
    assert count > 1000  # with the GIL held it would be a few


def test_ten_thousand_calls_leave_nothing_behind(motion):
    short = motion[:10]

    def work(n):
        for _ in range(n):
            law = stickslip.Law("gms", coulomb=1.1)
            law.simulate(short, 1e-3)
            law.step(1e-3, 1e-3)
            law.steady_state(short)
            law.parameters, law.state, law.mode
            try:
                law.set(coulomb=-1.0)
            except ValueError:
                pass
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # [kB]

    work(2000)
    before = work(100)
    assert work(10_000) - before < 1000  # 100 bytes a call would be as much


def test_a_law_prints_what_was_changed():
    assert repr(stickslip.Law("lugre", coulomb=(1.0, 1.2))) == "Law('lugre', coulomb=(1.0, 1.2))"
    assert eval(repr(stickslip.Law("gms", elements=3)), {"Law": stickslip.Law}) == stickslip.Law("gms", elements=3)
    assert "coulomb = 1.0 N" in stickslip.Law("lugre").text()


def test_modes_and_energies_are_told():
    law = stickslip.Law("coulomb")
    law.step(1.0, 1e-3)
    assert "forward" in law.mode
    spring = stickslip.Law("lugre")
    spring.step(1e-6, 1.0)
    assert spring.stored_energy > 0.0
