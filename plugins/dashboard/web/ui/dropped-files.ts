/** A file that was dropped, with the name of the folder that was dropped, if it was in one. */
export interface DroppedFile {
  file: File;
  folder?: string | undefined;
}

/** Maximum number of files that are read, in case a whole disk is dropped by mistake. */
const MAX_FILES = 1_000;

/** Files that operating systems add to folders: `.DS_Store`, `Thumbs.db`. */
const isHidden = (name: string): boolean => name.startsWith(".") || /^(?:thumbs\.db|desktop\.ini)$/i.test(name);

const toFile = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** Reads a folder. A reader returns its entries in portions, the last of which is empty. */
async function listFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0 || all.length > MAX_FILES) return all;
    all.push(...some);
  }
}

/**
 * Reads what was dropped, also whole folders. Must be called while the event is handled, because its data is gone
 * afterwards.
 */
export async function readDropped({ items, files }: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (entries.length === 0) return [...files].map((file) => ({ file }));
  const found: DroppedFile[] = [];
  const visit = async (entry: FileSystemEntry, folder: string | undefined): Promise<void> => {
    if (isHidden(entry.name) || found.length >= MAX_FILES) return;
    if (entry.isFile) found.push({ file: await toFile(entry as FileSystemFileEntry), folder });
    else for (const one of await listFolder(entry as FileSystemDirectoryEntry)) await visit(one, folder ?? entry.name);
  };
  for (const entry of entries) await visit(entry, undefined);
  return found;
}

/** True if a file matches the value of `<input accept>`. Browsers do not know the type of every file. */
export const isAccepted = ({ type, name }: File, accept: string): boolean => {
  const wanted = accept.split(",");
  const extension = name.split(".").at(-1)?.toLowerCase() ?? "";
  return type ? wanted.includes(type) : wanted.some((one) => KNOWN[extension] === one);
};

const KNOWN: Readonly<Record<string, string>> = {
  mov: "video/quicktime",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  heic: "image/heic",
  heif: "image/heic",
  avif: "image/avif",
  m4a: "audio/mp4",
};
