/** The page behind a review link, as HTML. It works without scripts; the script only shows times in the reader's zone. */
import { getInitials, getWorkspaceColor } from "vireo/workspace-look";
import { toPostId } from "../posts/present";
import { getOwnParts } from "../publishing/publication";
import type { Comment, Decision, Post, StoredItem, TargetRow } from "../tables";
import type { OpenLink, ShownPost } from "./links";
import { addColor, style as reviewStyle } from "./style";

const script = `
for (const time of document.querySelectorAll("time")) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const isPlan = "plan" in time.dataset;
  const text = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: isPlan ? "full" : "medium", timeStyle: "short" });
  time.textContent = isPlan ? text + " (" + timeZone + ")" : text;
}
const { opened } = document.body.dataset;
if (opened) fetch(opened, { method: "POST" }).catch(() => {});
`;

const sha = (text: string) => `'sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}'`;
export const toHtml = (text: string) => Bun.escapeHTML(text);

/** Headers of every response below the link. */
export const headers = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow, noarchive",
};

interface Page {
  title: string;
  body: string;
  status?: number;
  /** Default: the style of reviews. */
  style?: string;
  /** Origins of videos that are not stored here. */
  mediaOrigin?: string | undefined;
  /** Where the script reports that the page is open. */
  opened?: string | undefined;
}

/** Responds with a page. Without times or anything to report, it has no script, which a frame in the dashboard would block. */
export function respond({ title, body, status = 200, style = reviewStyle, mediaOrigin, opened }: Page): Response {
  const hasScript = opened !== undefined || body.includes("<time");
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><meta name="robots" content="noindex, nofollow"><meta name="color-scheme" content="light dark">
<title>${toHtml(title)}</title><style>${style}</style></head>
<body${opened ? ` data-opened="${toHtml(opened)}"` : ""}>${body}${hasScript ? `<script>${script}</script>` : ""}</body></html>`;
  return new Response(html, {
    status,
    headers: {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": [
        `default-src 'none'; script-src ${sha(script)}; style-src ${sha(style)}; connect-src 'self'`,
        `media-src 'self'${mediaOrigin ? ` ${mediaOrigin}` : ""}; img-src 'self' data:`,
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      ].join("; "),
    },
  });
}

const card = (heading: string, text: string) =>
  `<main class="card"><h1>${toHtml(heading)}</h1><p>${toHtml(text)}</p></main>`;

/** The picture of a workspace, or the first letters of its name on its color. */
const renderMark = ({ name, picture }: OpenLink["account"]) =>
  picture
    ? `<img class="mark" src="${toHtml(picture)}" alt="">`
    : `<span class="mark" aria-hidden="true">${toHtml(getInitials(name))}</span>`;
const getStyle = ({ id, color }: OpenLink["account"]) => addColor(getWorkspaceColor(id, color));

/** The same page for links that are unknown, expired or revoked, so that nobody learns which. */
export const renderGonePage = (): Response =>
  respond({
    title: "This link has ended",
    status: 410,
    body: card("This link has ended", "It has expired or was revoked. Ask the person who sent it for a new one."),
  });

export const renderErrorPage = (status: number, message: string): Response =>
  respond({ title: "Review", status, body: card("Something went wrong", message) });

export const renderPasscodePage = (
  token: string,
  { account }: OpenLink,
  { status, problem }: { status: number; problem?: string },
): Response =>
  respond({
    title: `Review for ${account.name}`,
    status,
    style: getStyle(account),
    body: `<main class="card"><h1>${renderMark(account)} Posts of ${toHtml(account.name)}</h1><p>Enter the passcode that you were given.</p>
${problem ? `<p role="alert">${toHtml(problem)}</p>` : ""}
<form method="post" action="/review/${token}/passcode"><label>Passcode
<input name="passcode" type="password" autocomplete="off" required maxlength="64" autofocus></label>
<button class="primary">Continue</button></form></main>`,
  });

/** What the reviewer sent, which is shown again if it was refused. */
export interface Draft {
  name?: string;
  comment?: string;
}

export interface ReviewPage {
  token: string;
  link: OpenLink;
  /** All posts of the review. */
  posts: readonly Post[];
  shown: ShownPost;
  /** True for a post that waits and whose time has passed. */
  isLate: boolean;
  /** Next free slot of a late post. */
  nextSlot?: Date | undefined;
  /** Name that the reviewer typed for an earlier decision. */
  typedName?: string | undefined;
  /** Problem with what the reviewer sent. */
  problem?: { status: number; message: string; draft: Draft } | undefined;
}

export function renderReviewPage(page: ReviewPage): Response {
  const { token, link, posts, shown, problem } = page;
  const { post } = shown;
  const at = posts.findIndex(({ id }) => id === post.id);
  const linkTo = (target: Post | undefined, label: string) =>
    target ? `<a href="/review/${token}?post=${toPostId(target.id)}">${label}</a>` : `<span>${label}</span>`;
  const media = listMedia(token, post);
  const origins = media.flatMap(({ src, isStored }) => (isStored || !URL.canParse(src) ? [] : [new URL(src).origin]));
  const nav =
    posts.length > 1
      ? `<nav aria-label="Posts">${linkTo(posts[at - 1], "← Previous")}<b>${at + 1} of ${posts.length}</b>${linkTo(posts[at + 1], "Next →")}</nav>`
      : "";
  return respond({
    title: `Review for ${link.account.name}`,
    style: getStyle(link.account),
    status: problem?.status ?? 200,
    mediaOrigin: origins.length > 0 ? [...new Set(origins)].join(" ") : undefined,
    opened: link.reviewer.opened_at ? undefined : `/review/${token}/opened`,
    body: `<header><div class="who">${renderMark(link.account)}<h1 dir="auto">${toHtml(link.account.name)}</h1><span dir="auto">For ${toHtml(link.reviewer.name)}</span></div>${nav}</header>
<main><section class="media"${media.length > 1 ? ' tabindex="0" aria-label="Pictures and videos of the post"' : ""}>${media.map(renderMedia).join("")}</section>
<section class="facts">${problem ? `<p role="alert">${toHtml(problem.message)}</p>` : ""}
${renderState(post)}${renderTime(page)}${renderChannels(shown)}${renderTexts(shown)}
${renderHistory(shown)}${renderForms(page)}</section></main>`,
  });
}

interface ShownMedia {
  kind: StoredItem["kind"];
  src: string;
  altText?: string | undefined;
  isStored: boolean;
}

/** Lists what the post shows. Stored files have URLs below the link, because their general ones would outlive it. */
function listMedia(token: string, post: Post): ShownMedia[] {
  const place = `/review/${token}/media/${toPostId(post.id)}`;
  if (!post.media)
    return [{ kind: "video", src: post.video_key ? place : (post.video_url ?? ""), isStored: post.video_key !== null }];
  return post.media.items.map((item, index) => ({
    kind: item.kind,
    src: item.key === undefined ? item.url : `${place}?item=${index}`,
    altText: item.kind === "image" ? item.altText : undefined,
    isStored: item.key !== undefined,
  }));
}

function renderMedia({ kind, src, altText }: ShownMedia, index: number, { length }: readonly ShownMedia[]): string {
  const noun = kind === "video" ? "Video" : "Picture";
  const label = length > 1 ? `${noun} ${index + 1} of ${length}` : `${noun} of the post`;
  return kind === "video"
    ? `<video src="${toHtml(src)}" controls playsinline preload="metadata" aria-label="${label}"></video>`
    : `<img src="${toHtml(src)}" alt="${toHtml(altText ?? label)}">`;
}

const labels: Readonly<Record<Post["status"], string>> = {
  draft: "Draft",
  needs_approval: "Waiting for approval",
  scheduled: "Scheduled",
  publishing: "Being published",
  published: "Published",
  partial: "Published in part",
  failed: "Not published",
  cancelled: "Cancelled",
};

function renderState({ status, approval }: Post): string {
  const label =
    status === "draft" && approval === "rejected"
      ? "Changes requested"
      : status === "scheduled" && approval === "approved"
        ? "Approved"
        : labels[status];
  return `<p><span class="state ${status} ${approval}">${label}</span></p>`;
}

const toIso = (time: Date) => toHtml(time.toISOString());

function renderTime({ shown: { post }, isLate }: ReviewPage): string {
  const { scheduled_for: time, timezone, status } = post;
  if (!time) return status === "needs_approval" ? '<p class="when">Published as soon as it is approved.</p>' : "";
  const text = time.toLocaleString("en-GB", { dateStyle: "full", timeStyle: "short", timeZone: timezone });
  const late = isLate ? " <strong>This time has passed.</strong>" : "";
  return `<p class="when"><time datetime="${toIso(time)}" data-plan>${toHtml(`${text} (${timezone})`)}</time>${late}</p>`;
}

const renderChannels = ({ channels }: ShownPost): string =>
  `<ul class="channels">${channels
    .map(
      ({ account, title }) =>
        `<li><b>${toHtml(title)}</b> <span dir="auto">${toHtml(account.display_name ?? account.username)}</span> <small>@${toHtml(account.username)}</small></li>`,
    )
    .join("")}</ul>`;

/** A text of each channel, once if all are the same. The names of accounts are shown where their platforms don't suffice. */
function renderText(channels: ShownPost["channels"], heading: string, getText: (target: TargetRow) => string | null) {
  const texts = Map.groupBy(channels, ({ target }) => getText(target) ?? "");
  const getKey = (channel: ShownPost["channels"][number]) => getText(channel.target) ?? "";
  const rendered = [...texts].map(([text, own]) => {
    const names = own.map((channel) => {
      const isWhole = channels.every(
        (other) => other.target.platform !== channel.target.platform || getKey(other) === getKey(channel),
      );
      return isWhole ? channel.title : `${channel.title} (@${channel.account.username})`;
    });
    const on = texts.size > 1 || heading !== "Caption" ? ` on ${toHtml([...new Set(names)].join(", "))}` : "";
    return `<h2>${heading}${on}</h2><p class="text" dir="auto">${text ? toHtml(text) : "<i>None</i>"}</p>`;
  });
  return rendered.join("");
}

function renderTexts({ post, channels }: ShownPost): string {
  const titled = channels.filter(({ target }) => target.platform === "youtube");
  const getTitle = (target: TargetRow) => getOwnParts(post, target).title ?? post.title;
  const hasTitle = titled.some(({ target }) => getTitle(target));
  const titles = hasTitle ? renderText(titled, "Title", getTitle) : "";
  const captions = renderText(channels, "Caption", (target) => getOwnParts(post, target).content ?? post.content);
  return titles + captions + renderAltTexts(post);
}

/** Shows the texts for people who cannot see the pictures, because a decision is about them as well. */
function renderAltTexts({ media }: Post): string {
  const texts = (media?.items ?? []).flatMap((item, index) =>
    item.kind === "image" && item.altText ? [`<li value="${index + 1}" dir="auto">${toHtml(item.altText)}</li>`] : [],
  );
  return texts.length > 0 ? `<h2>Alt text of pictures</h2><ol>${texts.join("")}</ol>` : "";
}

const describeBy = ({ via, by_name }: Pick<Decision, "via" | "by_name">) =>
  via === "link" ? toHtml(by_name) : "The team";

function renderHistory({ comments, decisions }: ShownPost): string {
  const toItem = (at: Date, heading: string, text: string | null) => ({
    at,
    html: `<li><p><b dir="auto">${heading}</b> <time datetime="${toIso(at)}">${toIso(at)}</time></p>${text ? `<p class="text" dir="auto">${toHtml(text)}</p>` : ""}</li>`,
  });
  const items = [
    ...comments.map((row: Comment) => toItem(row.created_at, describeBy(row), row.text)),
    ...decisions.map((row) => {
      const verb = row.decision === "approved" ? "approved" : "asked for changes";
      // What the team writes to each other about a post is not for clients.
      return toItem(row.created_at, `${describeBy(row)} ${verb}`, row.via === "link" ? row.comment : null);
    }),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  if (items.length === 0) return "";
  return `<h2>Comments</h2><ol class="history">${items.map(({ html }) => html).join("")}</ol>`;
}

function renderForms(page: ReviewPage): string {
  const { token, link, posts, shown, typedName = "", problem } = page;
  const { post } = shown;
  const { name = typedName, comment = "" } = problem?.draft ?? {};
  const hidden = `<input type="hidden" name="postId" value="${toPostId(post.id)}"><input type="hidden" name="revision" value="${post.revision}">`;
  const nameField = `<label>Your name<input name="name" required maxlength="100" autocomplete="name" value="${toHtml(name)}"></label>`;
  const textField = (label: string) =>
    `<label>${label}<textarea name="comment" required maxlength="2000" rows="4">${toHtml(comment)}</textarea></label>`;
  const form = (action: string, fields: string, button: string, look = "primary") =>
    `<form method="post" action="/review/${token}/${action}">${hidden}${fields}<button class="${look}">${button}</button></form>`;
  const panel = (look: string, label: string, content: string) =>
    `<details name="action"><summary class="${look}">${label}</summary>${content}</details>`;
  const comments = panel("plain", "Comment", form("comments", nameField + textField("Comment"), "Send comment"));
  if (!link.review.can_decide) return `<div class="actions">${comments}</div>`;
  if (post.status !== "needs_approval") {
    const next = posts.find(({ status }) => status === "needs_approval");
    const go = next ? `<a class="button primary" href="/review/${token}?post=${toPostId(next.id)}">Next post</a>` : "";
    return `<div class="actions">${go}${comments}</div>`;
  }
  const verb = (value: string) => `<input type="hidden" name="decision" value="${value}">`;
  const approve = form("decisions", verb("approved") + nameField + renderWhen(page), "Approve this post");
  const reject = form("decisions", verb("rejected") + nameField + textField("What should change?"), "Send");
  return `<div class="actions">${panel("primary", "Approve", approve)}${panel("plain", "Ask for changes", reject)}${comments}</div>`;
}

/** Lets the reviewer choose a new time if the planned one has passed. */
function renderWhen({ isLate, nextSlot }: ReviewPage): string {
  if (!isLate) return "";
  const option = (value: string, label: string, isChecked: boolean) =>
    `<label class="choice"><input type="radio" name="mode" value="${value}" required${isChecked ? " checked" : ""}>${label}</label>`;
  const slot =
    nextSlot === undefined
      ? ""
      : option("queue", `<span><time datetime="${toIso(nextSlot)}" data-plan>${toIso(nextSlot)}</time></span>`, true);
  return `<fieldset><legend>The planned time has passed. When should it be published?</legend>${slot}${option("now", "Now", nextSlot === undefined)}</fieldset>`;
}
