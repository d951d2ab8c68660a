"""The C that takes one input apart, calls the function with it, and puts down what it did."""

from __future__ import annotations

from acidtest.suites.c_decompile.agrees._prototype import Buffer, CallSignature, Scalar


def glue_of(signature: CallSignature) -> str:
    """`acid_call` for one prototype."""
    lines = [
        "const unsigned char *acid_take(const unsigned char *, void *, unsigned long);",
        "const unsigned char *acid_place(const unsigned char *, int, void **);",
        "void acid_enter(void), acid_leave(void), acid_put(const void *, unsigned long);",
        "void acid_put_float(float), acid_put_double(double), acid_put_slot(int, char);",
        "void acid_put_pointer(const void *, char, long, unsigned long);",
        "void acid_call(const unsigned char *in)",
        "{",
    ]
    slots: list[Buffer] = []
    for at, (parameter, kind) in enumerate(zip(signature.parameters, signature.types, strict=True)):
        if isinstance(parameter, Scalar):
            lines.append(f"    {kind} a{at};")
            lines.append(f"    in = acid_take(in, &a{at}, sizeof a{at});")
        else:
            lines.append(f"    void *a{at};")
            lines.append(f"    in = acid_place(in, {len(slots)}, &a{at});")
            slots.append(parameter)
    call = f"{signature.entry}({', '.join(f'a{i}' for i in range(len(signature.parameters)))});"
    returned = f"const {signature.result_type} r = " if signature.result else ""
    lines += ["    acid_enter();", f"    {returned}{call}", "    acid_leave();"]
    put = {"f": "acid_put_float(r)", "d": "acid_put_double(r)"}
    put["s"] = "acid_put_pointer(r, 't', 0, 1)"
    if signature.result == "*":
        counted = signature.count
        count = "-1" if counted is None else f"(long)*({signature.types[counted]} *)a{counted}"
        put["*"] = f"acid_put_pointer(r, '{signature.element}', {count}, sizeof *r)"
    if signature.result:
        lines.append(f"    {put.get(signature.result, 'acid_put(&r, sizeof r)')};")
    for at, slot in enumerate(slots):
        kind = "t" if slot.text and not slot.const else slot.code
        lines.append(f"    acid_put_slot({at}, '{kind}');")
    return "\n".join([*lines, "}", ""])
