/** Reviews: posts that are sent to people without an account, each of whom gets a link. */
import type { Static } from "@sinclair/typebox";
import { hashKey, hashPassword, requireScope, toCreator } from "vireo/access";
import type { Database, Transaction } from "vireo/database";
import { ApiError, type FieldErrors, invalid, notFound } from "vireo/errors";
import { newUuid, toPublicId, toUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import { listPage } from "vireo/list";
import type { Caller } from "vireo/request";
import type { Page } from "vireo/schema";
import { insertRows } from "vireo/tables";
import { APPROVE } from "../approval/requirement";
import { toRequester } from "../approval/waiting";
import type { Social } from "../context";
import { queueNotices } from "../mails";
import { presentDecision, toPostId } from "../posts/present";
import { refuse } from "../posts/rules";
import { readReport } from "../reports/read-report";
import type { Report, ReportQuery } from "../reports/schema";
import type { Decision, Review, Reviewer } from "../tables";
import { readBacking } from "./backing";
import type { CreatedReview, CreateReview, ReviewView } from "./schema";
import { checkExpiry, createToken } from "./tokens";

/** Maximum number of decisions shown with a review. */
const MAX_DECISIONS = 500;

export const toReviewerId = (uuid: string) => toPublicId("rvr", uuid);
const toReviewId = (uuid: string) => toPublicId("rev", uuid);

/** Creates a link for each reviewer, and mails it. Throws `insufficient_scope`, `validation_error`. */
export async function createReview(
  social: Social,
  caller: Caller,
  { postIds, report: query, reviewers, canDecide, expiresAt, passcode }: CreateReview,
): Promise<Static<typeof CreatedReview>> {
  if (canDecide) requireScope(caller, APPROVE);
  const { accountId } = caller;
  const { audit, db, host, now, services } = social;
  const expires = checkExpiry(expiresAt, now());
  const people = checkReviewers(reviewers);
  if ((postIds === undefined) === (query === undefined)) throw invalid("postIds", "Send either postIds or report.");
  if (query && canDecide) throw invalid("canDecide", "Reports cannot be approved or rejected. Omit canDecide.");
  const posts = postIds ? await findPosts(db, accountId, postIds) : [];
  const report = query && (await readSentReport(social, accountId, query));
  const passcode_hash = passcode === undefined ? null : await hashPassword(passcode);
  return db.transaction().execute(async (trx) => {
    const review = await trx
      .insertInto("social_reviews")
      .values({
        id: newUuid(),
        account_id: accountId,
        can_decide: canDecide,
        passcode_hash,
        expires_at: expires,
        report: report ?? null,
        created_by: toRequester(caller),
        ...toCreator(caller),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const own = { review_id: review.id, account_id: accountId };
    const rows = posts.map((post_id, position) => ({ ...own, post_id, position }));
    if (rows.length > 0) await insertRows(trx, "social_review_posts", rows).execute();
    const links = people.map((person, position) => {
      const { token, url } = createToken(host.origin);
      const row = { ...own, ...person, id: newUuid(), position, token_hash: hashKey(token) };
      return { row, url };
    });
    await insertRows(
      trx,
      "social_reviewers",
      links.map(({ row }) => row),
    ).execute();
    const { name } = await trx
      .selectFrom("accounts")
      .select("name")
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    const content = posts.length === 1 ? "one post" : `${posts.length} posts`;
    const text = `${name}: ${report ? `report for ${report.month}` : content}, until ${expires.toISOString().slice(0, 10)}.`;
    const notices = links.map(({ row, url }) => [row.email, { kind: "review", text, url }] as const);
    await queueNotices(social, trx, accountId, new Map(notices));
    await audit.record(trx, describeReview(review, "created"));
    return {
      ...(await presentAll(social, trx, accountId, [review]))[0]!,
      links: links.map(({ row, url }) => ({ reviewerId: toReviewerId(row.id), url })),
      isMailed: services.mail?.isConfigured ?? false,
    };
  });
}

function checkReviewers(reviewers: CreateReview["reviewers"]): CreateReview["reviewers"] {
  const people = reviewers.map(({ name, email }) => ({ name: name.trim(), email: email.toLowerCase() }));
  const emails = people.map(({ email }) => email);
  const repeated = emails.findIndex((email, index) => emails.indexOf(email) < index);
  if (repeated >= 0)
    throw invalid(`reviewers.${repeated}.email`, `Duplicate of reviewers.${emails.indexOf(emails[repeated]!)}.`);
  return people;
}

/** Reads the report that is sent. Its errors are at the fields of `report`. */
async function readSentReport(social: Social, accountId: string, query: ReportQuery): Promise<Report> {
  return readReport(social, accountId, query).catch((error) => {
    if (error instanceof ApiError && error.extra.errors)
      refuse(Object.fromEntries(Object.entries(error.extra.errors).map(([name, all]) => [`report.${name}`, all])));
    throw error;
  });
}

/** Returns the uuids of these posts, in order. Throws `validation_error` at `postIds.N`. */
async function findPosts(db: Database, accountId: string, postIds: readonly string[]): Promise<string[]> {
  const uuids = postIds.map((id) => toUuid("post", id));
  const rows = await db
    .selectFrom("social_posts")
    .select("id")
    .where("account_id", "=", accountId)
    .where(
      "id",
      "in",
      uuids.filter((uuid) => uuid !== undefined),
    )
    .execute();
  const faults: FieldErrors = {};
  const found = uuids.flatMap((uuid, index) => {
    const first = uuids.indexOf(uuid);
    if (!uuid || !rows.some(({ id }) => id === uuid)) faults[`postIds.${index}`] = ["Post not found in this account."];
    else if (first < index) faults[`postIds.${index}`] = [`Duplicate of postIds.${first}.`];
    return uuid ?? [];
  });
  refuse(faults);
  return found;
}

export async function listReviews(social: Social, accountId: string, query: Page) {
  const matching = social.db.selectFrom("social_reviews").where("account_id", "=", accountId);
  const { rows, pagination } = await listPage(matching, query);
  return { reviews: await presentAll(social, social.db, accountId, rows as Review[]), pagination };
}

/** Throws `not_found`. */
export async function getReview(social: Social, accountId: string, reviewId: string) {
  const review = await findReview(social.db, accountId, reviewId);
  return (await presentAll(social, social.db, accountId, [review]))[0]!;
}

async function findReview(db: Database, accountId: string, reviewId: string): Promise<Review> {
  const uuid = toUuid("rev", reviewId);
  const row =
    uuid &&
    (await db
      .selectFrom("social_reviews")
      .selectAll()
      .where("id", "=", uuid)
      .where("account_id", "=", accountId)
      .executeTakeFirst());
  if (!row) throw notFound("review");
  return row;
}

/** Revokes all links of a review. Revoking twice is allowed. Throws `not_found`. */
export const revokeReview = ({ db, audit }: Social, accountId: string, reviewId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const review = await findReview(trx, accountId, reviewId);
    const { numUpdatedRows } = await trx
      .updateTable("social_reviews")
      .set({ revoked_at: fromNow() })
      .where("id", "=", review.id)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await audit.record(trx, describeReview(review, "revoked"));
  });

/** Revokes the link of one reviewer. Revoking twice is allowed. Throws `not_found`. */
export const revokeReviewer = (
  { db, audit }: Social,
  accountId: string,
  reviewId: string,
  reviewerId: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const review = await findReview(trx, accountId, reviewId);
    const uuid = toUuid("rvr", reviewerId);
    const own = trx.selectFrom("social_reviewers").selectAll().where("review_id", "=", review.id);
    const reviewer = uuid && (await own.where("id", "=", uuid).forUpdate().executeTakeFirst());
    if (!reviewer) throw notFound("reviewer");
    if (reviewer.revoked_at) return;
    await trx.updateTable("social_reviewers").set({ revoked_at: fromNow() }).where("id", "=", reviewer.id).execute();
    await audit.record(trx, { ...describeReview(review, "revoked"), details: { reviewer: reviewer.email } });
  });

const describeReview = ({ id, account_id: accountId }: Review, change: "created" | "revoked") => ({
  action: `review.${change}`,
  accountId,
  subject: { type: "review", id: toReviewId(id) },
});

async function presentAll(
  social: Social,
  db: Database,
  accountId: string,
  rows: readonly Review[],
): Promise<Static<typeof ReviewView>[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const isBacked = await readBacking(social, db, accountId, rows);
  const posts = await db
    .selectFrom("social_review_posts")
    .selectAll()
    .where("review_id", "in", ids)
    .orderBy("position")
    .execute();
  const reviewers = await db
    .selectFrom("social_reviewers")
    .selectAll()
    .where("review_id", "in", ids)
    .orderBy("position")
    .execute();
  const decisions = await readDecisionsOf(db, reviewers);
  const now = social.now();
  return rows.map((row) => {
    const isExpired = row.expires_at.getTime() <= now;
    return {
      reviewId: toReviewId(row.id),
      status: row.revoked_at || !isBacked(row) ? "revoked" : isExpired ? "expired" : "active",
      postIds: posts.filter(({ review_id }) => review_id === row.id).map(({ post_id }) => toPostId(post_id)),
      reviewers: reviewers
        .filter(({ review_id }) => review_id === row.id)
        .map((reviewer) => presentReviewer(reviewer, decisions.get(reviewer.id) ?? [])),
      reportMonth: row.report?.month,
      canDecide: row.can_decide,
      hasPasscode: row.passcode_hash !== null,
      createdBy: row.created_by.name,
      createdAt: row.created_at.getTime(),
      expiresAt: row.expires_at.getTime(),
    };
  });
}

const presentReviewer = (row: Reviewer, decisions: readonly Decision[]) => ({
  reviewerId: toReviewerId(row.id),
  name: row.name,
  email: row.email,
  openedAt: row.opened_at?.getTime(),
  revokedAt: row.revoked_at?.getTime(),
  decisions: decisions.map((decision) => ({ postId: toPostId(decision.post_id), ...presentDecision(decision) })),
});

async function readDecisionsOf(db: Database | Transaction, reviewers: readonly Reviewer[]) {
  const rows = await db
    .selectFrom("social_decisions")
    .selectAll()
    .where(
      "reviewer_id",
      "in",
      reviewers.map(({ id }) => id),
    )
    .orderBy("created_at", "desc")
    .limit(MAX_DECISIONS)
    .execute();
  return Map.groupBy(rows.toReversed(), (row) => row.reviewer_id ?? "");
}
