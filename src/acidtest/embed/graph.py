"""all-MiniLM-L6-v2 as an ONNX graph over its safetensors file: no torch, no copy of the weights.

One text at a time: batching gains nothing on a CPU, and without padding no mask is needed.
"""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

LAYERS, HEADS, WIDTH = 6, 12, 384
EPSILON = 1e-12
_OPSET = 20

Weights = dict[str, npt.NDArray[np.float32]]


def read_safetensors(path: Path) -> Weights:
    """Map a safetensors file into memory: a length, a JSON table of contents, then the numbers."""
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        contents = json.loads(file.read(size))
    numbers = np.memmap(path, dtype=np.uint8, mode="r", offset=8 + size)
    weights: Weights = {}
    for name, entry in contents.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = entry["data_offsets"]
            weights[name] = numbers[start:end].view(np.float32).reshape(entry["shape"])
    return weights


def build(weights: Weights) -> tuple[bytes, Weights]:
    """Return the graph from `input_ids` to `sentence_embedding`, and the weights it refers to."""
    from onnx import TensorProto, helper

    nodes: list[Any] = []
    used: Weights = {}
    constants: list[Any] = []

    def op(kind: str, *inputs: str, **attributes: Any) -> str:
        output = f"{kind}_{len(nodes)}"
        nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def weight(name: str) -> str:
        used[name] = weights[name]
        return name

    def constant(value: npt.NDArray[Any]) -> str:
        name = f"constant_{len(constants)}"
        kind = helper.np_dtype_to_tensor_dtype(value.dtype)
        constants.append(helper.make_tensor(name, kind, value.shape, value.flatten().tolist()))
        return name

    def linear(x: str, name: str) -> str:
        return op("Gemm", x, weight(f"{name}.weight"), weight(f"{name}.bias"), transB=1)

    def normed(x: str, name: str) -> str:
        scale, shift = weight(f"{name}.weight"), weight(f"{name}.bias")
        return op("LayerNormalization", x, scale, shift, epsilon=EPSILON)

    def whole(*numbers: int) -> str:
        return constant(np.array(numbers, dtype=np.int64))

    heads = whole(0, HEADS, WIDTH // HEADS)
    joined = whole(0, WIDTH)
    scale = constant(np.array(1 / math.sqrt(WIDTH // HEADS), dtype=np.float32))

    ids = op("Reshape", "input_ids", whole(-1))
    length = op("Shape", ids)
    table = weight("embeddings.position_embeddings.weight")
    positions = op("Slice", table, whole(0), length, whole(0))
    words = op("Gather", weight("embeddings.word_embeddings.weight"), ids)
    kind = op("Gather", weight("embeddings.token_type_embeddings.weight"), whole(0))
    x = op("Add", op("Add", words, positions), kind)
    x = normed(x, "embeddings.LayerNorm")
    for i in range(LAYERS):
        layer = f"encoder.layer.{i}"
        query, key, value = (
            op("Reshape", linear(x, f"{layer}.attention.self.{part}"), heads)
            for part in ("query", "key", "value")
        )
        likeness = op(
            "MatMul",
            op("Mul", op("Transpose", query, perm=[1, 0, 2]), scale),
            op("Transpose", key, perm=[1, 2, 0]),
        )
        heard = op(
            "MatMul", op("Softmax", likeness, axis=-1), op("Transpose", value, perm=[1, 0, 2])
        )
        heard = op("Reshape", op("Transpose", heard, perm=[1, 0, 2]), joined)
        heard = linear(heard, f"{layer}.attention.output.dense")
        x = normed(op("Add", heard, x), f"{layer}.attention.output.LayerNorm")
        wide = op("Gelu", linear(x, f"{layer}.intermediate.dense"))
        x = normed(op("Add", linear(wide, f"{layer}.output.dense"), x), f"{layer}.output.LayerNorm")
    mean = op("ReduceMean", x, whole(0), keepdims=1)
    nodes.append(helper.make_node("LpNormalization", [mean], ["sentence_embedding"], axis=1, p=2))

    external = []
    for name, array in used.items():
        tensor = TensorProto(
            name=name,
            data_type=TensorProto.FLOAT,
            dims=array.shape,
            data_location=TensorProto.EXTERNAL,
        )
        tensor.external_data.add(key="location", value="given at run time")
        external.append(tensor)
    graph = helper.make_graph(
        nodes,
        "all-MiniLM-L6-v2",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "tokens"])],
        [helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, [1, WIDTH])],
        [*constants, *external],
    )
    opsets = [helper.make_opsetid("", _OPSET)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    return model.SerializeToString(), used
