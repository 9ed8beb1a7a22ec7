import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { SecretError } from "#core/secrets/error";

/** Context of a secret. It opens only with the same binding, so it cannot be moved to another place or account. */
export interface Binding {
  module: string;
  purpose: string;
  accountId: string | undefined;
}

export interface SecretKey {
  /** Fingerprint of the key, stored with each secret to find the right key. */
  id: string;
  bytes: Uint8Array;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX = "sealed.1.";

/** Matches sealed secrets, also inside JSON. The group is the key's id. */
export const SEALED = /sealed\.1\.([0-9a-f]{12})\.[\w-]+/g;
export const isSealed = (text: string): boolean => text.startsWith(PREFIX);

export const generateKey = (): string => randomBytes(KEY_BYTES).toString("base64");

/** Parses keys separated by commas or lines: 32 bytes in base64 or hexadecimal. Throws SecretError. */
export function parseKeys(text: string): SecretKey[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((part) => {
      const bytes = Buffer.from(part, /^[0-9a-f]{64}$/i.test(part) ? "hex" : "base64");
      if (bytes.length !== KEY_BYTES) throw new SecretError(`A key has ${KEY_BYTES} bytes, in base64.`);
      return { id: createHash("sha256").update("vireo key\n").update(bytes).digest("hex").slice(0, 12), bytes };
    });
}

export const formatKey = ({ bytes }: SecretKey): string => Buffer.from(bytes).toString("base64");

const toAad = (id: string, { module, purpose, accountId }: Binding) =>
  Buffer.from(JSON.stringify([id, module, purpose, accountId ?? null]));

/** Keys for secrets in the database. The first one seals, all of them open. AES-256-GCM. */
export class KeyRing {
  readonly keys: readonly SecretKey[];

  constructor(keys: readonly SecretKey[]) {
    this.keys = keys;
  }

  /** The key that seals. Throws SecretError if there is none. */
  get current(): SecretKey {
    const [key] = this.keys;
    if (!key) throw new SecretError("The secret key is missing. Start the server once, or set VIREO_SECRET_KEY.");
    return key;
  }

  has(id: string): boolean {
    return this.keys.some((key) => key.id === id);
  }

  seal(text: string, binding: Binding): string {
    const { id, bytes } = this.current;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", bytes, nonce).setAAD(toAad(id, binding));
    const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return `${PREFIX}${id}.${sealed.toString("base64url")}`;
  }

  /** Throws SecretError if the key is missing, the text was changed, or it was sealed for something else. */
  open(sealed: string, binding: Binding): string {
    const [id = "", content = ""] = sealed.slice(PREFIX.length).split(".");
    const key = this.keys.find((candidate) => candidate.id === id);
    if (!key) throw new SecretError(`A secret is encrypted with the key ${id}, which this server does not have.`);
    const bytes = Buffer.from(content, "base64url");
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key.bytes, nonce).setAAD(toAad(id, binding));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
    } catch (cause) {
      const { module, purpose } = binding;
      throw new SecretError(`A secret (${module}, ${purpose}) was modified, or belongs to another column.`, { cause });
    }
  }
}

/** Derives a secret for this purpose from each key, in the same order. It reveals nothing about the key. */
export const deriveSecrets = (keys: readonly SecretKey[], purpose: string): Uint8Array[] =>
  keys.map(({ bytes }) => new Uint8Array(hkdfSync("sha256", bytes, "", `vireo ${purpose}`, KEY_BYTES)));
