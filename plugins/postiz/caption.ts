const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " ", amp: "&" };

/** A caption as Postiz wants it: HTML, a paragraph a line. Bare text would reach the platform with `&amp;` in it. */
export const toHtml = (caption: string): string =>
  caption
    .split(/\r\n|\r|\n/)
    .map((line) => `<p>${line.replace(/[&<>]/g, (one) => escapes[one] ?? one)}</p>`)
    .join("");

const bare = (text: string) => text.replace(/\s+/g, "");

/** Whether a post's HTML says the same as a caption. Tags and spaces do not count, for Postiz writes them anew. */
export const saysTheSame = (html: string, caption: string): boolean =>
  bare(html.replace(/<[^>]*>/g, "").replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name) => entities[name] ?? "")) ===
  bare(caption);

/** The first `most` UTF-16 units, less a half of a character at the end. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");

/** The title given, or else the first line of the caption. */
export const titleOf = ({ title, content }: { title?: string; content: string }): string =>
  title?.trim() ||
  content
    .trim()
    .split(/[\r\n]/)[0]
    ?.trim() ||
  "";
