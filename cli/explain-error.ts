/** Explanations of system error codes for the operator. Database errors are explained where the database is opened. */
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

/** Explains an error in one sentence for the terminal. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, message } = error as NodeJS.ErrnoException;
  // Bun's messages are often generic, or the service's XML.
  if (error.name === "S3Error") return `The bucket cannot be used (${code}). Check its endpoint, name and key.`;
  const reason = reasons[code ?? ""];
  if (!reason) return message;
  const place = path?.replace(/\.part$/, "");
  return place ? `${place}: ${reason}.` : `${reason}.`;
}
