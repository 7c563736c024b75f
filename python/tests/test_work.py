"""Runs, recordings, fits, rankings, methods, batches."""

import pickle
import resource
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import stickslip


# ---- runs


def test_a_run_has_columns_with_units_and_figures():
    run = stickslip.run("stick-slip", law="lugre", plant={"mass": 2})
    assert run.completed
    assert run.units["velocity"] == "m/s"
    assert len(run["time"]) == len(run["velocity"]) > 100
    assert run.figures["period"] > 0.0
    assert run.to_dict()["parameters"]["plant"]["mass"] == 2 or "mass" in str(run.to_dict()["parameters"])
    assert run.to_dataframe()["velocity"].iloc[-1] == run["velocity"][-1]
    assert "stick-slip with the law lugre" in repr(run)
    assert run.plot("velocity").get_lines()[0].get_ydata()[-1] == run["velocity"][-1]


def test_a_linearisation_has_the_poles_of_its_matrix(tmp_path):
    law = stickslip.Law("lugre", stiffness=4e4, damping=50.0, viscous=10.0)
    plant = {"mass": 2.5, "spring_stiffness": 100}
    found = stickslip.linearise("stick-slip", law=law, plant=plant, output=tmp_path)
    fastest = found.poles[np.argmax(np.abs(found.poles))]
    assert abs(fastest) == pytest.approx(np.sqrt(40100 / 2.5), rel=1e-12)
    assert np.min(np.abs(np.linalg.eigvals(found.A) - fastest)) < 1e-6 * abs(fastest)
    assert found.A.shape == (len(found.states), len(found.states))
    assert found.B is None
    assert "126.6" in repr(found)
    assert (tmp_path / "A.csv").exists()
    assert stickslip.linearise("hydraulic-servo", at=0.1).B.shape == (
        len(stickslip.linearise("hydraulic-servo", at=0.1).states),
    )


def test_columns_of_a_run_are_views_that_keep_their_memory():
    run = stickslip.run("stick-slip", run={"duration": 1})
    column = run["velocity"]
    assert not column.flags.owndata
    assert run["velocity"].__array_interface__["data"] == column.__array_interface__["data"]
    kept = column.copy()
    del run
    np.testing.assert_array_equal(column, kept)


def test_a_law_with_parameters_reaches_the_experiment(tmp_path):
    law = stickslip.Law("lugre", coulomb=(0.9, 0.8), breakaway=2.0)
    run = stickslip.run("stick-slip", law=law, run={"duration": 20}, output=tmp_path)
    assert run.figures["largest_pull"] > 1.9
    assert {f.name for f in tmp_path.iterdir()} >= {"trajectory.csv", "summary.json", "report.html", "experiment.toml"}
    again = stickslip.run(str(tmp_path / "experiment.toml"))
    np.testing.assert_array_equal(again["velocity"], run["velocity"])


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: stickslip.run("stick-slipp"), ValueError, "did you mean stick-slip?"),
        (lambda: stickslip.run("stick-slip", plant={"mas": 1}), ValueError, "did you mean mass?"),
        (lambda: stickslip.run("stick-slip", plant={"mass": -1}), ValueError, "lies outside"),
        (lambda: stickslip.run("stick-slip", plant=3), TypeError, "plant must be a dict"),
        (lambda: stickslip.run("stick-slip", law=3), TypeError, "law must be a name"),
        (lambda: stickslip.run("stick-slip", run={"duration": 1})["speed"], ValueError, "no column is called 'speed'"),
        (lambda: stickslip.read("nowhere.csv"), ValueError, "nowhere.csv"),
        (lambda: stickslip.load("nowhere.toml"), ValueError, "cannot be read"),
        (lambda: stickslip.identify([], "lugre"), ValueError, "the data are missing"),
        (lambda: stickslip.identify(3, "lugre"), TypeError, "data must be a file"),
        (lambda: stickslip.method("brakeaway", []), ValueError, "did you mean breakaway?"),
        (lambda: stickslip.scorecard(["lugree"]), ValueError, "did you mean lugre?"),
    ],
)
def test_mistakes_are_answered_in_the_librarys_own_words(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


# ---- recordings


def test_a_file_is_read_with_its_guesses_and_repairs(tmp_path):
    file = tmp_path / "bench.csv"
    rows = "".join(f"{k * 0.01};{np.sin(0.1 * k):.4f};{np.sign(np.cos(0.1 * k)):.1f}\n" for k in range(400))
    file.write_text("t [s];x [mm];F [N]\n" + rows)
    data = stickslip.read(file)
    assert data.step == pytest.approx(0.01)
    assert data.units["displacement"] == "m"
    assert np.max(data["displacement"]) == pytest.approx(1e-3, rel=1e-3)
    assert any("force" in g for g in data.guesses)
    assert any(name == "derive-velocity" for name, _ in data.repairs)
    assert np.max(stickslip.read(file, map={"force": "F[kN]"})["force"]) == pytest.approx(1000.0)
    with pytest.raises(ValueError, match="did you mean force?"):
        stickslip.read(file, map={"forse": "F"})
    assert data.to_dataframe().shape[0] == 400
    assert data.plot("force").get_lines()


def test_columns_of_a_recording_are_views():
    data = stickslip.sample("positioner")[0]
    column = data["applied"]
    assert not column.flags.owndata
    assert column.__array_interface__["data"] == data._held.columns["applied"].__array_interface__["data"]
    kept = column.copy()
    del data
    np.testing.assert_array_equal(column, kept)


def test_arrays_with_gaps_are_refused():
    time = np.arange(100) * 1e-3
    force = np.ones(100)
    force[5] = np.nan
    with pytest.raises(ValueError, match="data:6.*force"):
        stickslip.Data({"time": time, "velocity": np.sin(time), "force": force})
    with pytest.raises(ValueError, match="has 3 samples"):
        stickslip.Data({"time": time, "force": np.ones(3)})


def test_recordings_survive_pickling(bench):
    other = pickle.loads(pickle.dumps(bench))
    assert other.name == bench.name
    for name in bench:
        np.testing.assert_array_equal(other[name], bench[name])
    sample = stickslip.sample("breakaway")[0]
    assert pickle.loads(pickle.dumps(sample)).truth == sample.truth != {}


# ---- fits


def test_a_fit_finds_the_truth(bench, tmp_path):
    told = []
    fit = stickslip.identify(bench, "lugre", seed=3, progress=lambda *words: told.append(words), output=tmp_path)
    assert fit.completed and fit.settled and fit.verdict in ("good", "usable with limits")
    assert fit.parameters["coulomb.forward"] == pytest.approx(6.0, rel=1e-3)
    assert fit.parameters["stiffness"] == pytest.approx(2e5, rel=1e-2)
    assert fit.law["breakaway"] == pytest.approx(8.5, rel=1e-2)
    assert told and all(0.0 <= share <= 1.0 for _, share, _, _ in told)
    assert stickslip.load(tmp_path / "model.toml") == fit.law
    assert fit.to_dataframe().loc["coulomb.back", "unit"] == "N"
    assert fit.to_dict()["fit"]["law"] == "lugre"
    assert repr(fit).startswith("lugre: good\n")
    assert fit.plot().get_lines()
    again = pickle.loads(pickle.dumps(fit))
    assert again.parameters == fit.parameters and repr(again) == repr(fit)


def test_the_same_seed_gives_the_same_bits_on_any_number_of_threads(bench):
    fits = [stickslip.identify(bench, "lugre", seed=5, threads=n, intervals=False) for n in (1, 2)]
    assert fits[0].parameters == fits[1].parameters


def test_what_progress_raises_stops_the_fit(bench):
    def progress(stage, share, best, evaluations):
        raise ZeroDivisionError("enough")

    with pytest.raises(ZeroDivisionError, match="enough"):
        stickslip.identify(bench, "lugre", progress=progress)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"train": 0.0}, r"train = 0.0 lies outside \(0, 1\]"),
        ({"loss": "lms"}, "no loss is called 'lms'"),
        ({"strategy": "magic"}, "no strategy is called 'magic'"),
        ({"nuisances": ["ofset"]}, "did you mean offset?"),
        ({"nuisances": ["offset"], "common": ["offset"]}, "asked for twice"),
        ({"plant": {"mass": 1}}, "closed loop"),
        ({"free": ["colomb"]}, "coulomb"),
        ({"device": "abacus"}, "abacus"),
    ],
)
def test_wrong_options_of_a_fit_are_named(bench, options, message):
    with pytest.raises(ValueError, match=message):
        stickslip.identify(bench, "lugre", **options)


def test_arguments_that_there_are_not_are_named(bench):
    with pytest.raises(TypeError, match="there is no argument 'sead'"):
        stickslip.identify(bench, "lugre", sead=3)
    with pytest.raises(ValueError, match="map: bench was read already"):
        stickslip.rank(bench, ["dahl"], map={"force": "F"})


@pytest.mark.parametrize("when", ["in the progress function", "while the library works"])
def test_ctrl_c_stops_a_fit_and_returns_the_best_so_far(when):
    program = textwrap.dedent(
        f"""
        import os, signal, threading
        import stickslip

        data = stickslip.sample("positioner")[0]
        told = []

        def interrupt():
            os.kill(os.getpid(), signal.SIGINT)

        def progress(stage, share, best, evaluations):
            told.append(stage)
            if len(told) == 3:
                interrupt()

        inside = {when == "in the progress function"}
        if not inside:
            threading.Timer(1.0, interrupt).start()
        fit = stickslip.identify(data, "lugre", per_direction="all", common=["inertia", "offset"], budget=10**7,
                                 strategy="ga", progress=progress if inside else None)
        assert not fit.completed, "it went on to its end"
        assert fit.law["coulomb"]
        print("kept", len(fit.parameters))
        """
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("kept")


def test_a_ranking_prefers_the_law_behind_the_data(bench):
    ranking = stickslip.rank(bench, ["tanh", "dahl", "lugre"], blocks=6)
    assert ranking.laws[0] == "lugre"
    assert ranking.fit.law["coulomb"] == pytest.approx(6.0, rel=1e-2)
    assert "lugre" in ranking.reason
    assert list(ranking.to_dataframe().index)[0] == "lugre"
    assert ranking.plot().patches
    assert pickle.loads(pickle.dumps(ranking)).laws == ranking.laws


def test_a_method_finds_the_truth_of_its_sample():
    sample = stickslip.sample("breakaway")
    result = stickslip.method("breakaway", sample, **sample[0].settings)
    for name, (low, high) in result.intervals.items():
        assert low <= result.estimates[name] <= high
        assert result.estimates[name] == pytest.approx(sample[0].truth[name], rel=0.05)
    assert "breakaway.forward" in result.to_dataframe().index
    assert result.plot()
    assert pickle.loads(pickle.dumps(result)).estimates == result.estimates


def test_the_scorecard_measures_and_tells():
    rows = []
    card = stickslip.scorecard(["coulomb", "lugre"], progress=rows.append)
    assert len(rows) == 2
    assert card.laws[0] == "coulomb"
    assert card.to_dataframe().shape[0] == len(card.laws)
    assert card.scores[0][card.columns.index("stiction")] == 1
    assert card.plot()


def test_ctrl_c_ends_a_scorecard():
    def progress(row):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stickslip.scorecard(["tanh"], progress=progress)
    with pytest.raises(ZeroDivisionError):
        stickslip.scorecard(["tanh"], progress=lambda row: 1 / 0)


# ---- batches


def test_ten_thousand_batches_leave_nothing_behind(bench):
    batch = stickslip.Batch("dahl", {name: bench[name][:50] for name in ("time", "velocity", "force")})
    sets = batch.matrix(np.repeat(np.array(batch.law._get_all())[None, :], 8, axis=0))

    def work(n):
        for _ in range(n):
            batch(sets)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # [kB]

    before = work(1000)
    assert work(10_000) - before < 500


def test_losses_are_those_of_the_simulation(bench):
    names = ["coulomb", "stiffness"]
    sets = np.array([[6.0, 2e5], [5.0, 1e5], [-1.0, 1e5]])
    base = stickslip.Law("lugre", breakaway=8.5)
    batch = stickslip.Batch(base, bench, parameters=names)
    losses = batch(sets)
    assert losses[2] == np.inf
    for loss, forces, (coulomb, stiffness) in zip(losses, batch.forces(sets), sets[:2]):
        law = base.copy()
        law.set(coulomb=coulomb, stiffness=stiffness)
        expected = law.simulate(bench["velocity"], bench.step)[1:]
        np.testing.assert_allclose(forces, expected, atol=1e-9)
        squares = (expected - batch.measured) ** 2
        assert loss == pytest.approx(np.mean(squares), rel=1e-9, abs=1e-18)
    assert batch.report["invalid"] == 1
    np.testing.assert_array_equal(stickslip.batch(base, bench, sets, parameters=names), losses)


def test_a_full_matrix_is_used_where_it_lies(bench):
    batch = stickslip.Batch("lugre", bench)
    sets = np.repeat(np.array(batch.law._get_all())[None, :], 64, axis=0)
    assert batch.matrix(sets) is sets
    assert np.all(batch(sets) == batch(sets)[0])
    with pytest.raises(ValueError, match=f"{len(batch.names)} columns"):
        batch(sets[:, :-1])


def test_batches_run_in_threads(bench):
    sets = np.linspace(1.0, 8.0, 200)[:, None]
    expected = stickslip.batch("dahl", bench, sets, parameters=["coulomb"])
    found = {}

    def work(k):
        found[k] = stickslip.batch("dahl", bench, sets, parameters=["coulomb"], threads=1)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for k in range(4):
        np.testing.assert_array_equal(found[k], expected)


def test_wrong_batches_are_named(bench):
    with pytest.raises(ValueError, match="did you mean coulomb?"):
        stickslip.Batch("dahl", bench, parameters=["colomb"])
    with pytest.raises(ValueError, match="no loss is called"):
        stickslip.Batch("dahl", bench, loss="cubes")
    with pytest.raises(ValueError, match="one for each of"):
        stickslip.Batch("dahl", bench, parameters=["coulomb"])([[1.0, 2.0]])
