/** URLs of unfinished uploads. They are kept across reloads, so that an upload resumes where it stopped. */
import type { Upload } from "vireo/client";
import { getWorkspace } from "../workspace";

/** Each workspace has its own key, because an upload URL belongs to the workspace that created it. */
const getKey = () => `vireo:uploads:${getWorkspace()}`;
const MAX_UPLOADS = 50;

interface Unfinished {
  url: string;
  expiresAt: number;
}

function read(): Record<string, Unfinished> {
  try {
    return JSON.parse(localStorage.getItem(getKey()) ?? "{}");
  } catch {
    return {};
  }
}

function write(all: Readonly<Record<string, Unfinished>>): void {
  const kept = Object.entries(all)
    .filter(([, { expiresAt }]) => expiresAt > Date.now())
    .slice(-MAX_UPLOADS);
  try {
    localStorage.setItem(getKey(), JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Storage may be blocked. Then uploads start again after a reload.
  }
}

/** Identifies a file without reading it. */
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
