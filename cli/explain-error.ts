/** What the system's error codes mean to the operator. Errors of the database are explained where it is opened. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: "No such file or directory",
  EACCES: "Permission denied",
  EPERM: "Permission denied",
  EISDIR: "It is a directory, not a file",
  ENOTDIR: "A part of the path is not a directory",
  EEXIST: "It already exists",
  EROFS: "The file system is read-only",
  ENOSPC: "The disk is full",
  EDQUOT: "The disk quota is used up",
  EFBIG: "The file is too large",
  EMFILE: "Too many open files",
  EPIPE: "The reader has closed the output",
  EIO: "The disk reports an error",
  EADDRINUSE: "The address is already in use. Set PORT to another port",
};

/** One sentence for the terminal. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, message } = error as NodeJS.ErrnoException;
  // Bun's messages are often general, or the service's XML.
  if (error.name === "S3Error") return `The bucket cannot be used (${code}). Check its address, name and key.`;
  const reason = reasons[code ?? ""];
  if (!reason) return message;
  const place = path?.replace(/\.part$/, "");
  return place ? `${place}: ${reason}.` : `${reason}.`;
}
