"""Writes docs/python-api.md from the docstrings: python_reference.py FILE, or with --check FILE tells whether it differs."""

import difflib
import inspect
import sys

import stickslip

HEAD = """# Python: reference

Made from the docstrings by `tools/python_reference.py`. [A first session and what to know](python.md). The parameters of each
law, with units and bounds: `help(stickslip.Law("lugre"))`, and the pages of [docs/laws](laws/README.md).
"""


def signature(thing: object) -> str:
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return "()"
    plain = [p.replace(annotation=inspect.Parameter.empty) for p in found.parameters.values() if p.name != "self"]
    return str(found.replace(parameters=plain, return_annotation=inspect.Signature.empty))


def document(text: str) -> str:
    """Docstrings as they are, sections in bold, examples and parameters as code."""
    lines = inspect.cleandoc(text or "").splitlines()
    out: list[str] = []
    in_code = False
    for k, line in enumerate(lines):
        following = lines[k + 1] if k + 1 < len(lines) else ""
        if following and set(following) == {"-"}:
            out += [f"**{line}**", ""]
            in_code = True
            out.append("```")
        elif line and set(line) == {"-"}:
            continue
        else:
            out.append(line)
    return "\n".join(out) + ("\n```" if in_code else "")


def members(cls: type) -> list[str]:
    texts = []
    for name, member in inspect.getmembers(cls):
        if name.startswith("_") or name not in {n for c in cls.__mro__ if c.__module__.startswith("stickslip") for n in vars(c)}:
            continue
        doc = inspect.getdoc(member) or ""
        first = " ".join(doc.split("\n\n")[0].split())
        call = "" if isinstance(member, property) else signature(member)
        texts.append(f"- `.{name}{call}`: {first}")
    return texts


def page() -> str:
    text = HEAD
    public = [name for name in stickslip.__all__ if not name.startswith("_")]
    for name in sorted(public, key=str.lower):
        thing = getattr(stickslip, name)
        if inspect.isclass(thing):
            text += f"\n## class `{name}{signature(thing.__init__)}`\n\n{document(thing.__doc__)}\n"
            if listed := members(thing):
                text += "\n" + "\n".join(listed) + "\n"
        else:
            text += f"\n## `{name}{signature(thing)}`\n\n{document(thing.__doc__)}\n"
    return text


def main() -> int:
    check, file = sys.argv[1] == "--check", sys.argv[-1]
    fresh = page()
    if not check:
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(fresh)
        return 0
    with open(file, encoding="utf-8") as stream:
        standing = stream.read()
    sys.stdout.writelines(
        difflib.unified_diff(standing.splitlines(True), fresh.splitlines(True), file, "the docstrings")
    )
    if standing != fresh:
        print("The reference differs from the docstrings: cmake --build --preset dev --target python_docs")
    return int(standing != fresh)


sys.exit(main())
