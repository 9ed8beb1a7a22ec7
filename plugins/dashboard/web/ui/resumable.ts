/** Addresses of unfinished uploads, kept so that the same file goes on where it was cut off, also after a reload. */
import type { Upload } from "vireo/client";

const STORED_AS = "vireo:uploads";
const MAX_KEPT = 50;

interface Unfinished {
  url: string;
  expiresAt: number;
}

function read(): Record<string, Unfinished> {
  try {
    return JSON.parse(localStorage.getItem(STORED_AS) ?? "{}");
  } catch {
    return {};
  }
}

function write(all: Readonly<Record<string, Unfinished>>): void {
  const kept = Object.entries(all)
    .filter(([, { expiresAt }]) => expiresAt > Date.now())
    .slice(-MAX_KEPT);
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Private windows may refuse. Then uploads start again after a reload.
  }
}

/** Tells files apart without reading them. */
const toFingerprint = ({ name, size, lastModified }: File): string => `${name}|${size}|${lastModified}`;

/** The server keeps an unfinished upload for a day after its last part. */
const LIFETIME_MS = 24 * 3_600_000;

export const unfinished = {
  find: (file: File): string | undefined => read()[toFingerprint(file)]?.url,
  keep(file: File, { uploadUrl: url }: Upload): void {
    if (url) write({ ...read(), [toFingerprint(file)]: { url, expiresAt: Date.now() + LIFETIME_MS } });
  },
  forget(file: File): void {
    const { [toFingerprint(file)]: _, ...others } = read();
    write(others);
  },
};
