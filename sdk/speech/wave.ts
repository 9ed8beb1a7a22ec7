interface Wave {
  /** Contents of the `fmt ` chunk. */
  format: Uint8Array;
  samples: Uint8Array;
}

const HEADER = 12;
const CHUNK = 8;

/**
 * Joins WAV files and corrects their lengths: streaming servers write placeholders such as 0xffffffff. Undefined if one
 * is not a WAV file, or their formats differ.
 */
export function joinWaves(files: readonly Uint8Array[]): Uint8Array | undefined {
  const waves = files.map(parseWave);
  const [first] = waves;
  if (!first) return undefined;
  const samples: Uint8Array[] = [];
  for (const wave of waves) {
    if (!wave || !Buffer.from(wave.format).equals(first.format)) return undefined;
    samples.push(wave.samples);
  }
  const size = samples.reduce((sum, { length }) => sum + length, 0);
  const before = HEADER + CHUNK + first.format.length + CHUNK;
  const header = Buffer.alloc(before);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(before + size - CHUNK, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(first.format.length, 16);
  header.set(first.format, HEADER + CHUNK);
  header.write("data", before - CHUNK, "latin1");
  header.writeUInt32LE(size, before - 4);
  return Buffer.concat([header, ...samples]);
}

function parseWave(file: Uint8Array): Wave | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WAVE") return undefined;
  let format: Uint8Array | undefined;
  for (let at = HEADER; at + CHUNK <= bytes.length; ) {
    const name = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const contents = bytes.subarray(at + CHUNK, at + CHUNK + length);
    if (name === "data") return format && { format, samples: trimSamples(contents, format) };
    if (name === "fmt ") format = contents;
    at += CHUNK + length + (length % 2);
  }
  return undefined;
}

/** Drops an incomplete sample at the end. */
function trimSamples(samples: Uint8Array, format: Uint8Array): Uint8Array {
  const block = (format[12] ?? 0) | ((format[13] ?? 0) << 8) || 1;
  return samples.subarray(0, samples.length - (samples.length % block));
}

/** A WAV file of 16-bit mono samples without a header. */
export function wrapPcm(samples: Uint8Array, rate: number): Uint8Array {
  const header = Buffer.alloc(HEADER + 2 * CHUNK + 16);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(header.length + samples.length - CHUNK, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(2 * rate, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
