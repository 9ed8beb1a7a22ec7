const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " ", amp: "&" };

/**
 * Converts a caption to Postiz's HTML, with one paragraph per line. Plain text would be published with `&amp;` in it.
 */
export const toHtml = (caption: string): string =>
  caption
    .split(/\r\n|\r|\n/)
    .map((line) => `<p>${line.replace(/[&<>]/g, (character) => escapes[character] ?? character)}</p>`)
    .join("");

const removeSpaces = (text: string) => text.replace(/\s+/g, "");

/** True if a post's HTML has the text of a caption, ignoring tags and spaces, which Postiz rewrites. */
export const hasSameText = (html: string, caption: string): boolean =>
  removeSpaces(
    html.replace(/<[^>]*>/g, "").replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name) => entities[name] ?? ""),
  ) === removeSpaces(caption);

/** Returns the first `length` UTF-16 units, without a split character at the end. */
export const truncate = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");

/** Returns the title, or the first line of the caption. */
export const getTitle = ({ title, content }: { title?: string; content: string }): string =>
  title?.trim() ||
  content
    .trim()
    .split(/[\r\n]/)[0]
    ?.trim() ||
  "";
