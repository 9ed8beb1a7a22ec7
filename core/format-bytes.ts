const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

/** Formats a size for people: "512 bytes", "1.5 MB". A KB has 1000 bytes. */
export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${unit === 0 ? bytes : (bytes / 1000 ** unit).toFixed(1)} ${UNITS[unit]}`;
}
