/** A report as a page, which prints on A4. The dashboard shows the same page as a link does. */
import { getPlatformTitle } from "vireo/platform-titles";
import { respond, toHtml } from "../reviews/page";
import type { Report, ReportPost } from "./schema";

const style = `
:root { color-scheme: light; font: 14px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif }
* { box-sizing: border-box } body { margin: 0; background: #fff; color: #171b1a }
main { max-width: 52rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem } p { margin: .25rem 0; color: #4d5755 }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: .75rem; margin: 1.5rem 0 0 }
dl > div { padding: .6rem; border: 1px solid #d9dedd; border-radius: .5rem } dt { color: #4d5755; font-size: .85rem }
dd { margin: 0; font-size: 1.2rem; overflow-wrap: anywhere; font-weight: 600; font-variant-numeric: tabular-nums } dd small { display: block; font-size: .8rem; font-weight: 400; color: #4d5755 }
table { width: 100%; border-collapse: collapse } th, td { padding: .35rem .5rem; text-align: start; vertical-align: top; border-bottom: 1px solid #d9dedd }
th { font-size: .8rem; font-weight: 600; color: #4d5755 } th:first-child, td:first-child { padding-inline-start: 0 }
td:nth-child(n + 3), th:nth-child(n + 3) { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums }
.numbers th:nth-child(2), .numbers td:nth-child(2) { text-align: end }
.post { display: flex; gap: .75rem; align-items: flex-start } img { width: 2.75rem; aspect-ratio: 9 / 16; object-fit: cover; border-radius: .35rem; flex: none }
td:first-child { overflow-wrap: anywhere; min-width: 9rem } a { color: #0b5d46 }
@media screen and (max-width: 48rem) { thead { position: absolute; clip-path: inset(50%); white-space: nowrap }
  table, tbody, td { display: block } tr { display: grid; grid-template-columns: repeat(auto-fit, minmax(6rem, 1fr)); gap: .5rem; padding: .75rem 0; border-bottom: 1px solid #d9dedd }
  td { padding: 0; border: 0; min-width: 0 } td[data-name], .numbers td:nth-child(2) { text-align: start } td:not([data-name]) { grid-column: 1 / -1 }
  td[data-name]::before { content: attr(data-name); display: block; font-size: .8rem; color: #4d5755 } }
@page { size: A4; margin: 16mm 14mm }
@media print { main { max-width: none; padding: 0 } body { font-size: 10.5pt } tr, dl > div { break-inside: avoid } h2 { break-after: avoid } thead { display: table-header-group } }
`;

const figures = ["views", "likes", "comments", "shares", "saves"] as const;
const titles = {
  posts: "Posts",
  views: "Views",
  likes: "Likes",
  comments: "Comments",
  shares: "Shares",
  saves: "Saves",
};
const figureNames = new Set(Object.values(titles));

/** A language that the reader's browser prefers, such as `de-AT`. */
function getLocale(request: Request): string {
  const [first = ""] = request.headers.get("accept-language")?.split(/[,;]/) ?? [];
  try {
    return Intl.getCanonicalLocales(first.trim())[0] ?? "en";
  } catch {
    return "en";
  }
}

/**
 * Responds with a report. Numbers and dates are as the reader's browser writes them. `opened`: where the page says that it
 * is open.
 */
export function createReportPage(report: Report, request: Request, opened?: string): Response {
  const locale = getLocale(request);
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: "percent", signDisplay: "exceptZero" });
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: report.timezone });
  const month = new Intl.DateTimeFormat(locale, { year: "numeric", month: "long", timeZone: "UTC" });
  const name = month.format(new Date(`${report.month}-15T00:00:00Z`));
  const show = (value: number | undefined) => (value === undefined ? "–" : number.format(value));
  const change = (now: number | undefined, before: number | undefined) => {
    if (now === undefined || before === undefined) return "";
    if (before === 0) return now === 0 ? "Same as the month before" : "None the month before";
    return `${percent.format(now / before - 1)} on the month before`;
  };
  // With roles, because a phone shows each row as a card. A figure has its name there.
  const table = (heads: readonly string[], rows: readonly (readonly string[])[], look = "") => {
    const names = heads.map((head) => (figureNames.has(head) ? ` data-name="${head}"` : ""));
    const toCells = (row: readonly string[]) =>
      row.map((cell, index) => `<td role="cell"${names[index]}>${cell}</td>`).join("");
    return `<table role="table"${look && ` class="${look}"`}><thead role="rowgroup"><tr role="row">${heads.map((head) => `<th role="columnheader" scope="col">${head}</th>`).join("")}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => `<tr role="row">${toCells(row)}</tr>`).join("\n")}</tbody></table>`;
  };
  const heads = figures.map((one) => titles[one]);
  const toChannel = ({ username, platform, url }: ReportPost["channels"][number]) => {
    const text = toHtml(`${username} (${getPlatformTitle(platform)})`);
    return url && /^https?:/i.test(url) ? `<a href="${toHtml(url)}" rel="noopener noreferrer">${text}</a>` : text;
  };
  const toRow = (post: ReportPost) => [
    `<div class="post">${post.picture ? `<img src="${toHtml(post.picture)}" alt="">` : ""}<span>${toHtml(post.title || "Untitled")}</span></div>`,
    `${day.format(post.publishedAt)}<br>${post.channels.map(toChannel).join("<br>")}`,
    ...figures.map((one) => show(post[one])),
  ];
  const { total, previous, best, posts } = report;
  const channels = report.channels.filter(({ total }) => total.posts > 0);
  // Each post is listed once: the best ones first, if there are others.
  const getKey = ({ title, publishedAt, channels }: ReportPost) => JSON.stringify([title, publishedAt, channels]);
  const listed = new Set(best.map(getKey));
  const others = posts.filter((post) => !listed.has(getKey(post)));
  const rest = total.posts - best.length - others.length;
  const listPosts = (heading: string, rows: readonly ReportPost[]) =>
    rows.length > 0 ? [`<h2>${heading}</h2>${table(["Post", "Published", ...heads], rows.map(toRow))}`] : [];
  const sections = [
    `<h1>${toHtml(report.workspace)}</h1><p>${toHtml(name)}${report.group ? `, ${toHtml(report.group)}` : ""}</p>`,
    `<dl>${(["posts", ...figures] as const)
      .map(
        (one) =>
          `<div><dt>${titles[one]}</dt><dd>${show(total[one])}<small>${change(total[one], previous[one])}</small></dd></div>`,
      )
      .join("")}</dl>`,
    ...(report.simulated ? ["<p>Some of these figures are simulated by the sandbox.</p>"] : []),
    ...(others.length > 0 ? listPosts("Best posts", best) : []),
    ...(channels.length > 0
      ? [
          `<h2>Channels</h2>${table(
            ["Channel", "Posts", ...heads],
            channels.map(({ username, platform, total }) => [
              toHtml(`${username} (${getPlatformTitle(platform)})`),
              show(total.posts),
              ...figures.map((one) => show(total[one])),
            ]),
            "numbers",
          )}`,
        ]
      : []),
    ...(others.length === 0
      ? listPosts("Published", best)
      : listPosts(best.length > 0 ? "Other posts" : "Published", others)),
    ...(total.posts === 0 ? ["<p>Nothing was published in this month.</p>"] : []),
    ...(rest > 0 ? [`<p>And ${number.format(rest)} more.</p>`] : []),
  ];
  return respond({ title: `${report.workspace}, ${name}`, body: `<main>${sections.join("\n")}</main>`, style, opened });
}
