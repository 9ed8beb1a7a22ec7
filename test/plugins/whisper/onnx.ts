/** Writes small ONNX models: the protobuf of what the tests' model needs, and no more. */

type Bytes = Uint8Array;

function varint(value: number): Bytes {
  const out: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Uint8Array.from([...out, left]);
    out.push((left % 128) + 128);
  }
}
const join = (...parts: Bytes[]) => new Uint8Array(Buffer.concat(parts));
const int = (field: number, value: number) => join(varint(field * 8), varint(value));
const bytes = (field: number, value: Bytes | string) => {
  const content = typeof value === "string" ? new TextEncoder().encode(value) : value;
  return join(varint(field * 8 + 2), varint(content.length), content);
};
const all = <T>(items: readonly T[], make: (item: T) => Bytes) => join(...items.map(make));

export const FLOAT = 1;
export const INT64 = 7;

export interface Value {
  name: string;
  type: typeof FLOAT | typeof INT64;
  /** A text is a size that varies. */
  shape: readonly (number | string)[];
}

const valueInfo = ({ name, type, shape }: Value) => {
  const dims = all(shape, (dim) => bytes(1, typeof dim === "number" ? int(1, dim) : bytes(2, dim)));
  return join(bytes(1, name), bytes(2, bytes(1, join(int(1, type), bytes(2, dims)))));
};

/** A constant: numbers as floats, bigints as int64. Without dims a scalar. */
export function tensor(name: string, dims: readonly number[], data: readonly number[] | readonly bigint[]): Bytes {
  const isInt = typeof data[0] === "bigint";
  const raw = isInt ? BigInt64Array.from(data as bigint[]) : Float32Array.from(data as number[]);
  return join(
    all(dims, (dim) => int(1, dim)),
    int(2, isInt ? INT64 : FLOAT),
    bytes(8, name),
    bytes(9, new Uint8Array(raw.buffer)),
  );
}

export function node(
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Readonly<Record<string, number | readonly number[]>> = {},
): Bytes {
  const attribute = ([name, value]: [string, number | readonly number[]]) =>
    bytes(
      5,
      typeof value === "number"
        ? join(bytes(1, name), int(3, value), int(20, 2))
        : join(
            bytes(1, name),
            all(value, (one) => int(8, one)),
            int(20, 7),
          ),
    );
  return join(
    all(inputs, (one) => bytes(1, one)),
    all(outputs, (one) => bytes(2, one)),
    bytes(4, op),
    all(Object.entries(attributes), attribute),
  );
}

export function model(parts: {
  nodes: readonly Bytes[];
  constants: readonly Bytes[];
  inputs: readonly Value[];
  outputs: readonly Value[];
}): Bytes {
  const graph = join(
    all(parts.nodes, (one) => bytes(1, one)),
    bytes(2, "tests"),
    all(parts.constants, (one) => bytes(5, one)),
    all(parts.inputs, (one) => bytes(11, valueInfo(one))),
    all(parts.outputs, (one) => bytes(12, valueInfo(one))),
  );
  return join(int(1, 8), bytes(7, graph), bytes(8, int(2, 17)));
}
