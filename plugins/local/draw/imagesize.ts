export interface Size {
  width: number;
  height: number;
}

/**
 * Reads the size of an image from the header of a PNG, JPEG, GIF, WebP, AVIF, HEIC or BMP file. Undefined for other bytes.
 */
export function readImageSize(bytes: Buffer): Size | undefined {
  try {
    if (bytes.toString("latin1", 1, 4) === "PNG")
      return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    if (bytes.toString("latin1", 0, 3) === "GIF")
      return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    if (bytes.toString("latin1", 8, 12) === "WEBP") return webpSize(bytes);
    if (bytes.toString("latin1", 4, 8) === "ftyp") return heifSize(bytes);
    if (bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes);
    if (bytes.toString("latin1", 0, 2) === "BM") {
      return { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) };
    }
    return undefined;
  } catch {
    // Truncated header: the decoder reports the broken file.
    return undefined;
  }
}

function webpSize(bytes: Buffer): Size {
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === "VP8L") {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

/** Returns the largest of the sizes (`ispe` boxes) that an AVIF or HEIC file declares for its items. */
function heifSize(bytes: Buffer): Size | undefined {
  const sizes: Size[] = [];
  for (let at = bytes.indexOf("ispe"); at >= 0; at = bytes.indexOf("ispe", at + 4)) {
    sizes.push({ width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) });
  }
  return sizes.sort((a, b) => b.width * b.height - a.width * a.height)[0];
}

/** Walks JPEG's segments to the frame header (SOF). */
function jpegSize(bytes: Buffer): Size {
  let at = 2;
  for (;;) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}
