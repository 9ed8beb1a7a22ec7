import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from "mediabunny";

interface Claims {
  width?: number;
  height?: number;
  /** Pictures, and seconds that each is shown. */
  frames?: number;
  every?: number;
  tracks?: number;
  /** Stores pictures in another order than they are shown, which needs an index of its own. */
  swapped?: boolean;
}

/** An MP4 of a few kilobytes that claims whatever is wanted. Its packets cannot be decoded. */
export async function forgeClip({
  width = 320,
  height = 568,
  frames = 3,
  every = 200,
  tracks = 1,
  swapped = false,
}: Claims) {
  const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() });
  const sources = Array.from({ length: tracks }, () => new EncodedVideoPacketSource("vp9"));
  for (const source of sources) output.addVideoTrack(source);
  await output.start();
  const decoderConfig = { codec: "vp09.00.10.08", codedWidth: width, codedHeight: height };
  for (const source of sources) {
    for (let at = 0; at < frames; at++) {
      const shown = swapped && at > 0 ? at - 1 + 2 * (at % 2) : at;
      const type = swapped && at > 0 ? "delta" : "key";
      await source.add(new EncodedPacket(new Uint8Array([1, 2, 3, 4]), type, shown * every, every), { decoderConfig });
    }
  }
  await output.finalize();
  return clearTimes(Buffer.from(output.target.buffer!));
}

/** Clears the times at which the file and its tracks were made, so that the same claims give the same bytes. */
function clearTimes(clip: Buffer): Buffer {
  for (const box of ["mvhd", "tkhd", "mdhd"]) {
    for (let at = clip.indexOf(box); at >= 0; at = clip.indexOf(box, at + 4)) {
      const isLong = clip[at + 4] === 1;
      clip.fill(0, at + 8, at + (isLong ? 24 : 16));
    }
  }
  return clip;
}
