"""Models that leave."""

import subprocess
import zipfile

import pytest
import stickslip


def test_c_text_compiles_and_checks_itself(tmp_path):
    law = stickslip.Law("lugre", coulomb=2.0, breakaway=3.0)
    written = stickslip.export("c", law, tmp_path / "seal.c", compensation=True)
    assert sorted(written) == sorted([str(tmp_path / "seal.c"), str(tmp_path / "seal.h")])
    assert "coulomb = 2 [N]" in (tmp_path / "seal.c").read_text()
    program = tmp_path / "main.c"
    program.write_text('#include "seal.h"\nint main(void) { return seal_self_test() < 1e-12 ? 0 : 1; }\n')
    subprocess.run(["cc", "-std=c99", "-I", tmp_path, program, tmp_path / "seal.c", "-lm", "-o", tmp_path / "a"], check=True)
    subprocess.run([tmp_path / "a"], check=True)


@pytest.mark.parametrize("kind, name", [("matlab", "seal.m"), ("js", "seal.mjs"), ("modelica", "Seal.mo")])
def test_other_texts(tmp_path, kind, name):
    assert stickslip.export(kind, "dahl", tmp_path / name) == [str(tmp_path / name)]
    assert "dahl" in (tmp_path / name).read_text()


def test_a_model_file_keeps_its_hash(tmp_path):
    model = tmp_path / "model.toml"
    model.write_text('[law]\nname = "dahl"\n[provenance]\nhash = "abc123"\n')
    stickslip.export("js", model, tmp_path / "seal.mjs")
    assert "abc123" in (tmp_path / "seal.mjs").read_text()


def test_fmus_of_a_law_and_of_a_machine(tmp_path):
    servo = tmp_path / "servo.toml"
    servo.write_text('[experiment]\nbase = "hydraulic-servo"\n')
    for fmi, folder in ((2, "linux64"), (3, "x86_64-linux")):
        for model in (stickslip.Law("lugre", coulomb=2.0, breakaway=3.0), "dahl", servo):
            [path] = stickslip.export("fmu", model, tmp_path / "a.fmu", fmi=fmi)
            with zipfile.ZipFile(path) as archive:
                names = archive.namelist()
                assert "modelDescription.xml" in names and any(folder in name for name in names)
                assert archive.testzip() is None
    with pytest.raises(ValueError, match=r"fmi = 1 lies outside \[2, 3\]"):
        stickslip.export("fmu", "dahl", tmp_path / "b.fmu", fmi=1)
    with pytest.raises(ValueError, match="nowhere.so"):
        stickslip.export("fmu", "dahl", tmp_path / "b.fmu", library="nowhere.so")


def names_in(path):
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def test_an_fmu_has_a_name_sources_and_binaries_of_platforms(tmp_path):
    [path] = stickslip.export("fmu", "lugre", tmp_path / "a.fmu", name="left_seal", source=True)
    assert "sources/left_seal_law.c" in names_in(path)
    assert not any(name.startswith("binaries/") for name in names_in(path))
    [path] = stickslip.export("fmu", "lugre", tmp_path / "a.fmu", fmi=3, platforms=["x86_64-linux"])
    assert "binaries/x86_64-linux/stickslip_lugre.so" in names_in(path)
    [path] = stickslip.export("fmu", "lugre", tmp_path / "a.fmu", platforms="all")
    assert "binaries/linux64/stickslip_lugre.so" in names_in(path)


def test_options_of_another_kind_are_refused(tmp_path):
    with pytest.raises(ValueError, match="did you mean x86_64-linux"):
        stickslip.export("fmu", "lugre", tmp_path / "a.fmu", platforms=["x86_64-lunix"])
    with pytest.raises(ValueError, match="embedded=True is for texts; an FMU does not have it"):
        stickslip.export("fmu", "lugre", tmp_path / "a.fmu", embedded=True)
    with pytest.raises(ValueError, match="platforms is for the kind fmu"):
        stickslip.export("c", "lugre", tmp_path / "a.c", platforms=["x86_64-linux"])
    with pytest.raises(ValueError, match="name is for the kind fmu; names in a text begin with prefix"):
        stickslip.export("c", "lugre", tmp_path / "a.c", name="seal")
    with pytest.raises(ValueError, match="leave one of library and source=True out"):
        stickslip.export("fmu", "lugre", tmp_path / "a.fmu", source=True, library="a.so")
    with pytest.raises(TypeError, match="platforms is 3"):
        stickslip.export("fmu", "lugre", tmp_path / "a.fmu", platforms=3)
    assert list(tmp_path.iterdir()) == []


def test_wrong_wishes(tmp_path):
    with pytest.raises(ValueError, match="did you mean"):
        stickslip.export("jss", "dahl", tmp_path / "x.mjs")
    with pytest.raises(ValueError):
        stickslip.export("c", "dahl", tmp_path / "x.txt")
    with pytest.raises(TypeError):
        stickslip.export("c", 3, tmp_path / "x.c")
    with pytest.raises(ValueError, match="cannot be read"):
        stickslip.export("c", "nosuch.toml", tmp_path / "x.c")
    with pytest.raises(ValueError, match="mjcf"):
        stickslip.translate("dahl", "mjfc")
    assert list(tmp_path.iterdir()) == []


def test_translation_says_what_is_lost():
    exact = stickslip.translate(stickslip.Law("lugre", coulomb=2.0, breakaway=3.0), "mjcf", joint="elbow")
    assert 'lugre="1e+05 ' in exact.text and exact.force_difference < 1e-12 and exact.lost == []
    assert any("implicitfast" in s for s in exact.notes) and "note: " in repr(exact)
    joint = stickslip.translate("lugre", "urdf")
    assert joint.force_difference > 0.1 and any("presliding" in s for s in joint.lost)
    flat = stickslip.translate(stickslip.Law("stribeck", stribeck_velocity=1e-3, viscous=0.4), "urdf", speed=0.01)
    assert any("for such speeds, speed = " in s for s in flat.lost)
    assert "lost: presliding" in repr(joint) and joint.to_dict()["text"] == joint.text
