interface Wave {
  /** Contents of the `fmt ` chunk. */
  format: Uint8Array;
  samples: Uint8Array;
}

const HEADER = 12;
const CHUNK = 8;

/**
 * Joins WAV files and corrects their lengths: streaming servers write placeholders such as 0xffffffff. Undefined if one is
 * not a WAV file, or their formats differ.
 * @example joinWaves([wrapPcm(new Uint8Array(200), 16_000), wrapPcm(new Uint8Array(300), 16_000)])?.length; // 544
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
  return Buffer.concat([writeHeader(first.format, size), ...samples]);
}

function writeHeader(format: Uint8Array, size: number): Buffer {
  const header = Buffer.alloc(HEADER + CHUNK + format.length + CHUNK);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(header.length + size - CHUNK, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(format.length, 16);
  header.set(format, HEADER + CHUNK);
  header.write("data", header.length - CHUNK, "latin1");
  header.writeUInt32LE(size, header.length - 4);
  return header;
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

/**
 * Returns a WAV file of 16-bit little-endian samples, which are interleaved if there are several channels.
 * @param rate sample rate, in Hz
 * @example wrapPcm(new Uint8Array(200), 16_000).length; // 244
 */
export function wrapPcm(samples: Uint8Array, rate: number, channels = 1): Uint8Array {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0); // PCM
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(2 * channels * rate, 8); // bytes per second
  format.writeUInt16LE(2 * channels, 12); // bytes per frame
  format.writeUInt16LE(16, 14); // bits per sample
  return Buffer.concat([writeHeader(format, samples.length), samples]);
}
