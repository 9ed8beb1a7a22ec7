import type { Sink } from "./sink";
import { toStream } from "./stream";
import { DamagedError } from "./tar";

/** First bytes of a file in the age format. https://age-encryption.org/v1 */
const MAGIC = "age-encryption.org/v1";
const IDENTITY = "AGE-SECRET-KEY-";

/** A key that can decrypt. Its recipient alone can only encrypt. */
export const isIdentity = (key: string): boolean => key.startsWith(IDENTITY);

// Loaded on demand by the commands that use it, not at every start.
const loadAge = () => import("age-encryption");

/** Creates a key pair in the format of `age-keygen`. */
export async function generateBackupKey(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await loadAge();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The public half of a key, which is also the name of the key. */
export const getRecipient = async (key: string): Promise<string> =>
  isIdentity(key) ? (await loadAge()).identityToRecipient(key) : key;

/** Encrypts everything that is written to a sink. */
export async function encryptTo(sink: Sink, key: string): Promise<Sink> {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.addRecipient(await getRecipient(key));
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encrypted = await encrypter.encrypt(readable);
  const copying = (async () => {
    for await (const chunk of encrypted) await sink.write(chunk);
  })();
  copying.catch(() => {});
  // The sink's error is the cause of the writer's error.
  const orCause = async (error: unknown) => {
    await copying;
    throw error;
  };
  return {
    write: (bytes) => Promise.race([writer.write(bytes).catch(orCause), copying]),
    async finish() {
      await writer.close().catch(orCause);
      await copying;
      await sink.finish();
    },
    async discard() {
      void writer.abort().catch(() => {});
      await copying.catch(() => {});
      await sink.discard();
    },
  };
}

export const isEncrypted = async (path: string): Promise<boolean> =>
  (await Bun.file(path).slice(0, MAGIC.length).text()) === MAGIC;

/** Decrypts a file while it is read. Throws DamagedError, or an Error that names the missing key. */
export async function* decrypt(chunks: AsyncGenerator<Uint8Array>, key: string | undefined) {
  if (key === undefined || !isIdentity(key)) {
    throw new Error(
      `The backup is encrypted. Set VIREO_BACKUP_KEY to the key that can read it (${IDENTITY}1…) and try again.`,
    );
  }
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  let isDecrypting = false;
  let fault: unknown;
  // A transfer error must not look like damage.
  const source = (async function* () {
    try {
      yield* chunks;
    } catch (error) {
      fault = error;
      throw error;
    }
  })();
  try {
    const plain = await decrypter.decrypt(toStream(source));
    isDecrypting = true;
    yield* plain;
  } catch (error) {
    if (fault) throw fault;
    if (isDecrypting) throw new DamagedError("The file is damaged or truncated: it cannot be decrypted.");
    if (String(error).includes("no identity matched")) {
      throw new Error("The backup is encrypted with a different key. Set VIREO_BACKUP_KEY to that key and try again.");
    }
    throw new DamagedError("The file is damaged or is not a Vireo backup.");
  }
}
