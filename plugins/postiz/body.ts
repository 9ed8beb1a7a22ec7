import { NoAnswer } from "./no-answer";

/** The JSON of an answer; undefined where it is none. Throws NoAnswer where it is longer than `maxBytes`. */
export async function readJson(response: Response, maxBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new NoAnswer("The answer of Postiz is too long.", false);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder().decode(Buffer.concat(chunks)));
  } catch {
    return undefined;
  }
}
