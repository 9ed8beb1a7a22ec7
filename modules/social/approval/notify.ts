import type { Static } from "@sinclair/typebox";
import type { Transaction } from "vireo/database";
import type { Social } from "../context";
import { type Notice, type NoticeKind, queueNotices } from "../mails";
import type { PostView } from "../schema";
import type { Post } from "../tables";
import { APPROVE } from "./requirement";

const MAX_TITLE = 60;

const describePost = ({ content, title }: Post): string => {
  const text = (title || content).replace(/\s+/g, " ").trim();
  return text ? `“${text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE - 1)}…` : text}”` : "A post without a caption";
};

/** Emits the event of a post that begins to wait, or whose content changed while it waits, and notifies approvers. */
export async function askForApproval(
  social: Social,
  trx: Transaction,
  post: Post,
  shown: Static<typeof PostView>,
): Promise<void> {
  await social.events.emit(trx, post.account_id, "post.needs_approval", shown);
  await notifyApprovers(social, trx, post, "needs_approval");
}

/** Notifies the people who may approve the post, except the one who asked. */
export async function notifyApprovers(social: Social, trx: Transaction, post: Post, kind: NoticeKind): Promise<void> {
  const { access, services } = social;
  const members = (await services.people?.listMembers(trx, [post.account_id])) ?? [];
  const muted = await services.notifications?.findMuted(
    trx,
    "approvals",
    members.map(({ id }) => id),
  );
  const approvers = members.filter(
    ({ id, role }) =>
      id !== post.requested_by?.personId && !muted?.has(id) && access.scopes.ofRole(role).includes(APPROVE),
  );
  const by = post.requested_by ? `, by ${post.requested_by.name}` : "";
  const notice: Notice = { kind, text: describePost(post) + by };
  await queueNotices(social, trx, post.account_id, new Map(approvers.map(({ email }) => [email, notice])));
}

/** Notifies the person who asked for the approval of the decision, if they still belong to the account. */
export async function notifyRequester(
  social: Social,
  trx: Transaction,
  post: Post,
  { kind, by, comment }: { kind: NoticeKind; by: string; comment?: string | undefined },
): Promise<void> {
  const personId = post.requested_by?.personId;
  if (!personId) return;
  const [requester] = (await social.services.people?.findMembers(trx, [personId], post.account_id)) ?? [];
  const notice: Notice = { kind, text: `${describePost(post)}, by ${by}${comment ? `: ${comment}` : ""}` };
  const muted = await social.services.notifications?.findMuted(trx, "approvals", [personId]);
  if (requester && !muted?.has(personId))
    await queueNotices(social, trx, post.account_id, new Map([[requester.email, notice]]));
}
