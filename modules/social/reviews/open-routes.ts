/** The page behind a link for people without an account: a review, or a report. GET changes nothing, because mail scanners open links. */
import { Elysia } from "elysia";
import { ApiError } from "vireo/errors";
import { getNetwork, type Limit } from "vireo/limits";
import { serveMedia } from "vireo/media";
import { getExchange, readBody } from "vireo/request";
import { addComment } from "../approval/comments";
import { type Author, approvePost, rejectPost } from "../approval/decide";
import type { Social } from "../context";
import { findPostingTime } from "../posting-times";
import { toPostId } from "../posts/present";
import { createReportPage } from "../reports/page";
import type { Post } from "../tables";
import { findLink, findReviewPost, type OpenLink, readReviewPosts, readShownPost, recordOpened } from "./links";
import { type Draft, headers, renderErrorPage, renderGonePage, renderPasscodePage, renderReviewPage } from "./page";
import { createPass, hasPass, tryPasscode } from "./passcode";

const MAX_FORM_BYTES = 20_000;
const MAX_COMMENT = 2000;
const MAX_NAME = 100;
/** Requests of a network per minute. A player sends many for one video. */
const MAX_READS = 600;
/** Decisions and comments through a link per minute. */
const MAX_WRITES = 20;
/** Passcodes that are tried per link and minute. */
const MAX_PASSCODES = 5;

interface Limits {
  reads: Limit;
  writes: Limit;
  passcodes: Limit;
}

interface Visit {
  social: Social;
  limits: Limits;
  request: Request;
  token: string;
  link: OpenLink;
}

export function createReviewRoutes(social: Social) {
  const limits: Limits = {
    reads: social.limits.define("review", MAX_READS, 60),
    writes: social.limits.define("review-writes", MAX_WRITES, 60),
    passcodes: social.limits.define("review-passcodes", MAX_PASSCODES, 60),
  };
  /** Finds the link, and answers errors as pages. `open` links need no passcode. */
  const visit =
    (
      work: (visit: Visit) => Promise<Response>,
      { isOpen = false, isWrite = false }: { isOpen?: boolean; isWrite?: boolean } = {},
    ) =>
    async ({ request, params: { token } }: { request: Request; params: { token: string } }): Promise<Response> => {
      try {
        const exchange = getExchange(request);
        await limits.reads.take(exchange, getNetwork(exchange.address));
        if (isWrite && isForeign(request, social.host.origin))
          return renderErrorPage(403, "Open the link again, and send the form from there.");
        const link = await findLink(social, token);
        if (!link) return renderGonePage();
        if (!isOpen && !hasPass(social, link, request))
          return renderPasscodePage(token, link, { status: work === showPage ? 200 : 403 });
        if (isWrite) await limits.writes.take(exchange, link.reviewer.id);
        return await work({ social, limits, request, token, link });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        return renderErrorPage(error.status, error.message);
      }
    };
  const write = { isWrite: true };
  return new Elysia({ normalize: false })
    .get("/:token", visit(showPage))
    .get("/:token/media/:postId", ({ request, params }) =>
      visit((one) => sendMedia(one, params.postId))({ request, params }),
    )
    .post("/:token/opened", visit(open, write), { parse: "none" })
    .post("/:token/passcode", visit(enterPasscode, { ...write, isOpen: true }), { parse: "none" })
    .post("/:token/decisions", visit(decide, write), { parse: "none" })
    .post("/:token/comments", visit(comment, write), { parse: "none" });
}

/**
 * True for a form that another site sent. That site would need the token, so this is a second line of defence.
 * Our own pages send `Origin: null`, because they send no referrer.
 */
function isForeign({ headers: sent, url }: Request, origin: string): boolean {
  const site = sent.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin";
  const from = sent.get("origin");
  if (from === null || from === "null" || from === origin) return false;
  return !URL.canParse(from) || new URL(from).host !== new URL(url).host;
}

async function readForm(request: Request): Promise<(name: string) => string> {
  const form = new URLSearchParams((await readBody(request, MAX_FORM_BYTES)).toString("utf8"));
  // PostgreSQL stores no NUL. Browsers send line breaks as CRLF.
  return (name) => (form.get(name) ?? "").replaceAll("\0", "").replaceAll("\r\n", "\n").trim();
}

const seeOther = (token: string, postId = "", more: Record<string, string> = {}) =>
  new Response(null, {
    status: 303,
    headers: { ...headers, ...more, location: `/review/${token}${postId && `?post=${encodeURIComponent(postId)}`}` },
  });

async function showPage(one: Visit): Promise<Response> {
  const { report } = one.link.review;
  if (report) return createReportPage(report, one.request, `/review/${one.token}/opened`);
  const wanted = new URL(one.request.url).searchParams.get("post");
  const posts = await readReviewPosts(one.social.db, one.link.review);
  const post = wanted === null ? posts[0] : posts.find(({ id }) => toPostId(id) === wanted);
  if (!post) return renderErrorPage(404, "This post is not part of the review.");
  return renderPost(one, posts, post);
}

async function renderPost(
  { social, token, link }: Visit,
  posts: readonly Post[],
  post: Post,
  problem?: { status: number; message: string; draft: Draft },
): Promise<Response> {
  const { db, now } = social;
  const shown = await readShownPost(social, post);
  const time = post.scheduled_for?.getTime();
  const isLate = post.status === "needs_approval" && time !== undefined && time <= now();
  const accounts = shown.channels.map(({ account }) => account);
  const nextSlot = link.review.can_decide && isLate ? await findPostingTime(db, accounts, now()) : undefined;
  const typedName = await readTypedName(social, link);
  return renderReviewPage({ token, link, posts, shown, isLate, nextSlot, typedName, problem });
}

/** Reads the name of the reviewer's last decision, so that it is typed once. */
async function readTypedName({ db }: Social, { reviewer }: OpenLink): Promise<string | undefined> {
  const last = await db
    .selectFrom("social_decisions")
    .select("by_name")
    .where("reviewer_id", "=", reviewer.id)
    .where("account_id", "=", reviewer.account_id)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.by_name;
}

/** Sends the video of a post of this review, or one of its items. Its general address would outlive the link. */
async function sendMedia({ social, request, link }: Visit, postId: string): Promise<Response> {
  const post = await findReviewPost(social.db, link.review, postId);
  const item = Number(new URL(request.url).searchParams.get("item") ?? 0);
  const key = post?.media ? post.media.items[item]?.key : post?.video_key;
  const response = key ? await serveMedia(social.media.storage, key, request) : undefined;
  if (!response) return renderErrorPage(404, "This file is not available.");
  for (const name of [...response.headers.keys()])
    if (name.startsWith("access-control-")) response.headers.delete(name);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  response.headers.set("cross-origin-resource-policy", "same-origin");
  return response;
}

async function open({ social, link }: Visit): Promise<Response> {
  await recordOpened(social, link);
  return new Response(null, { status: 204, headers });
}

async function enterPasscode({ social, limits, request, token, link }: Visit): Promise<Response> {
  await limits.passcodes.take(getExchange(request), link.reviewer.id);
  const read = await readForm(request);
  if (!(await tryPasscode(social, link, read("passcode"))))
    return renderPasscodePage(token, link, { status: 403, problem: "Wrong passcode." });
  await recordOpened(social, link);
  return seeOther(token, "", { "set-cookie": createPass(social, link, token) });
}

/** Shows the post again with what the reviewer wrote, if it is refused. */
async function submit(
  one: Visit,
  send: (form: { read: (name: string) => string; post: Post; author: Author; comment: string }) => Promise<unknown>,
): Promise<Response> {
  const { social, request, token, link } = one;
  const read = await readForm(request);
  const post = await findReviewPost(social.db, link.review, read("postId"));
  if (!post) return renderErrorPage(404, "This post is not part of the review.");
  const [name, text] = [read("name"), read("comment")];
  const refuse = async (status: number, message: string) => {
    const posts = await readReviewPosts(social.db, link.review);
    const current = posts.find(({ id }) => id === post.id) ?? post;
    return renderPost(one, posts, current, { status, message, draft: { name, comment: text } });
  };
  if (name === "" || name.length > MAX_NAME) return refuse(400, "Enter your name.");
  if (text.length > MAX_COMMENT) return refuse(400, `A comment has at most ${MAX_COMMENT} characters.`);
  await recordOpened(social, link);
  const { account_id: accountId, id: reviewerId } = link.reviewer;
  try {
    await send({ read, post, author: { accountId, name, via: "link", reviewerId }, comment: text });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return refuse(error.status, problems[error.kind] ?? error.message);
  }
  return seeOther(token, toPostId(post.id));
}

const problems: Readonly<Record<string, string>> = {
  revision_changed: "The post was changed while you looked at it. This is the new version: please check it again.",
  already_decided: "Someone else has already decided about this post.",
  schedule_passed: "The planned time has passed. Choose when it should be published.",
};

const comment = (one: Visit) =>
  submit(one, async ({ post, author, comment: text }) => {
    if (text === "") throw new ApiError("validation_error", "Write a comment.");
    return addComment(one.social, author, toPostId(post.id), { text, visibility: "client" });
  });

const decide = (one: Visit) =>
  submit(one, async ({ read, post, author, comment: text }) => {
    if (!one.link.review.can_decide) throw new ApiError("insufficient_scope", "With this link you can only comment.");
    const decision = read("decision");
    const revision = Number(read("revision"));
    if (!Number.isInteger(revision) || (decision !== "approved" && decision !== "rejected"))
      throw new ApiError("validation_error", "Open the link again, and send the form from there.");
    if (decision === "rejected" && text === "") throw new ApiError("validation_error", "Describe what should change.");
    const mode = read("mode");
    const time = mode === "queue" || mode === "now" ? { mode } : {};
    const postId = toPostId(post.id);
    const sent =
      decision === "approved"
        ? approvePost(one.social, author, postId, { revision, ...time } as Parameters<typeof approvePost>[3])
        : rejectPost(one.social, author, postId, { revision, comment: text });
    await sent.catch(async (error) => {
      if (!(await isRepeated(one.social, post, author, { decision, revision }))) throw error;
    });
  });

/** True if the reviewer's last decision is this one: a form that was sent twice. */
async function isRepeated(
  { db }: Social,
  { id }: Post,
  { reviewerId }: Author,
  { decision, revision }: { decision: string; revision: number },
): Promise<boolean> {
  const last = await db
    .selectFrom("social_decisions")
    .select(["reviewer_id", "decision", "revision"])
    .where("post_id", "=", id)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return (
    last !== undefined && last.reviewer_id === reviewerId && last.decision === decision && last.revision === revision
  );
}
