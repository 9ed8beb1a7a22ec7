const RATE = 24_000;
/** What a letter takes to say, seconds. */
const LETTER = 0.05;

/** Pitch of what stand-ins for speech say, Hz. */
export const TONE = 1500;

/** A tone instead of a voice, as long as the text takes: a WAV as servers send it, with lengths that nobody knew when it began. */
export function toneOf(text: string, speed = 1): Buffer {
  const samples = Math.round((text.length * LETTER * RATE) / speed);
  const bytes = Buffer.alloc(44 + 2 * samples);
  bytes.write("RIFF\xff\xff\xff\xffWAVEfmt ", 0, "latin1");
  for (const [at, value] of Object.entries({ 16: 16, 24: RATE, 28: 2 * RATE, 40: 0xffffffff }))
    bytes.writeUInt32LE(value, Number(at));
  for (const [at, value] of Object.entries({ 20: 1, 22: 1, 32: 2, 34: 16 })) bytes.writeUInt16LE(value, Number(at));
  bytes.write("data", 36, "latin1");
  for (let at = 0; at < samples; at++)
    bytes.writeInt16LE(Math.round(16_000 * Math.sin((2 * Math.PI * TONE * at) / RATE)), 44 + 2 * at);
  return bytes;
}

/** Frames of silence as MP3, 128 kbit/s and 44.1 kHz, as long as is asked for. */
export function mp3Of(seconds: number): Buffer {
  const frames = Math.max(1, Math.round((seconds * 44_100) / 1152));
  const bytes = Buffer.alloc(417 * frames);
  for (let at = 0; at < bytes.length; at += 417) bytes.set([0xff, 0xfb, 0x90, 0xc0], at);
  return bytes;
}
