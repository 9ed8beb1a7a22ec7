/** Content of a mail. Text only: the layout escapes it. */
export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  /** Shown as a list. */
  items?: readonly string[];
  button?: { label: string; url: string };
  /** Explains why the reader gets this mail, and how to change that. */
  footer: string;
}

const MAX_SUBJECT = 150;
const BREAKS = /[\s\p{Cc}]+/gu;

/** Joins text into one line, so that it cannot add a header. */
const toHeader = (text: string): string => text.replace(BREAKS, " ").trim().slice(0, MAX_SUBJECT);

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!);

function renderText({ paragraphs, items = [], button, footer }: MailContent): string {
  const list = items.length > 0 ? [items.map((item) => `- ${toHeader(item)}`).join("\n")] : [];
  const link = button ? [`${button.label}: ${button.url}`] : [];
  return `${[...paragraphs, ...list, ...link, `-- \n${footer}`].join("\n\n")}\n`;
}

function renderHtml({ subject, paragraphs, items = [], button, footer }: MailContent): string {
  const p = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const list = items.map((item) => `<li style="margin:0 0 6px">${escapeHtml(item)}</li>`).join("");
  const link =
    button &&
    `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="background:#1f6f5c;color:#ffffff;padding:11px 20px;border-radius:8px;text-decoration:none;font-weight:600;display:inline-block">${escapeHtml(button.label)}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f4f5f5;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#1b1f1e">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font-weight:700;font-size:20px">Vireo</p>
<div style="background:#ffffff;border-radius:12px;padding:28px 28px 12px">
${paragraphs.map(p).join("\n")}
${list && `<ul style="margin:0 0 16px;padding-left:20px">${list}</ul>`}
${link ?? ""}
</div>
<p style="margin:16px 4px;color:#5c6664;font-size:13px">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`;
}

/** Renders a mail as text and HTML, without images or other external content. */
export const renderMail = (content: MailContent) => ({
  subject: toHeader(content.subject),
  text: renderText(content),
  html: renderHtml(content),
});
