import type { Packed } from "./pack";

const MB = 1024 * 1024;
const mb = (bytes: number) => (bytes / MB).toFixed(1).padStart(7);
const WITHOUT: Readonly<Record<string, string>> = {
  encoder: "a model must be named in the settings",
  onnxruntime: "no faces are found, only the bundled encoder works, and no speech model",
  lancedb: "search answers 503",
};

/**
 * What the program consists of, largest first, in MB.
 * @param runtime size of Bun for the target, where it is known.
 */
export function table(
  packed: readonly Packed[],
  size: number,
  runtime: number | undefined,
  missing: readonly string[],
): string {
  const rest = packed.reduce((left, part) => left - part.packedSize, size - (runtime ?? 0));
  const row = (bytes: number, unpacked: number | undefined, name: string, why: string) =>
    `${mb(bytes)} ${unpacked === undefined ? "       " : mb(unpacked)}  ${name.padEnd(12)} ${why}`;
  const parts = packed
    .toSorted((a, b) => b.packedSize - a.packedSize)
    .map(({ name, why, packedSize, unpackedSize }) => row(packedSize, unpackedSize, name, why));
  return [
    "     MB unpacked",
    ...(runtime ? [row(runtime, undefined, "bun", "the runtime")] : []),
    ...parts,
    row(
      rest,
      undefined,
      "vireo",
      `${runtime ? "" : "with Bun: "}our code and what it imports, two thirds of it bytecode, which halves the start`,
    ),
    row(size, undefined, "in all", ""),
    ...missing.map((name) => `Without ${name}: ${WITHOUT[name] ?? "see core/process/natives.ts"}.`),
  ].join("\n");
}
