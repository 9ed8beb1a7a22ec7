import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { getFingerprint } from "vireo/oauth/calls";
import {
  type MediaItem,
  type Outcome,
  PostLaterError,
  type PostMedia,
  type Progress,
  type Publication,
  RefusedError,
  type SocialTarget,
  toUnsent,
} from "vireo/slots/social";
import { pause } from "vireo/timing";
import { RetryLater } from "vireo/vendor";
import { getMeaning, HOUR, isServerError, LIMIT_MESSAGE } from "./api";
import {
  checkLimit,
  compose,
  composeChild,
  composePictures,
  composeReel,
  createContainer,
  fillContainer,
  type Notes,
  type Parts,
  parseNotes,
  readContainer,
  readState,
} from "./container";
import { findStatusMeaning, getPause, TemporaryError } from "./errors";
import { readReel } from "./reel";

const Published = Type.Object({ id: Type.Union([Type.String({ minLength: 1 }), Type.Integer()]) });

/** Time that Instagram needs for most short videos. Afterwards the post yields its place to others. */
const LOOKS_MS = [0, 1_000, 2_000, 3_000];
const LATER_MS = 15_000;
export const PUBLISH_MS = 60_000;

/** How often the same container is published again before a new one takes its place. */
const MAX_REFUSALS = 2;

/**
 * Returns a finished container, or one that an earlier call has published. A container can only be published once, so
 * that of an earlier attempt is reused if it holds the same post. Throws PostLaterError while Instagram is at work, or
 * after a fault that may pass.
 */
export async function prepareContainer(
  parts: Parts,
  target: SocialTarget,
  media: PostMedia,
  signal: AbortSignal,
  progress: Progress,
): Promise<{ container: string; isPublished: boolean }> {
  const about = getAbout(target, media);
  const saved = parseNotes(await progress.load());
  try {
    const container =
      (saved && (await findContainer(parts, target, saved, about, signal))) ??
      (await fill(parts, target, media, signal, progress));
    return { container, isPublished: (await awaitFinished(parts, target, container, signal)) === "published" };
  } catch (error) {
    const notes = parseNotes(await progress.load()) ?? { isFilled: false, about };
    if (error instanceof TemporaryError)
      throw await noteFault(notes.about === about ? notes : undefined, about, error, progress);
    // A container that failed is of no use to whoever repairs the post.
    if (error instanceof FailedContainerError) await progress.save(dropContainer(notes));
    throw error;
  }
}

/** Instagram could not process the video, and says that it never will. */
class FailedContainerError extends RefusedError {}

const getAbout = (target: SocialTarget, media: PostMedia): string =>
  getFingerprint([compose(target, media), ...(media.items ?? [media]).map(({ address }) => address)]);

const dropContainer = ({ about, faults }: Notes): Notes => ({ isFilled: false, about, faults });

/** Counts a fault, so that faults have an end. Returns the error to throw. */
async function noteFault(
  notes: Notes | undefined,
  about: string,
  { meaning, message }: TemporaryError,
  progress: Progress,
): Promise<Error> {
  const faults = (notes?.faults ?? 0) + 1;
  const isLast = faults > meaning.maxFaults;
  const kept: Notes = notes && !meaning.needsNew ? notes : { isFilled: false, about };
  // A retry that a person requests begins anew.
  await progress.save({ ...kept, faults: isLast ? 0 : faults });
  return isLast
    ? new RefusedError(meaning.category, `Instagram could not process the video in ${faults} attempts: ${message}`)
    : new PostLaterError(getPause(faults), `Instagram could not process the video yet: ${message}`);
}

/** Waits briefly until Instagram has processed the video. Throws PostLaterError if that takes longer. */
async function awaitFinished(
  parts: Parts,
  target: SocialTarget,
  container: string,
  signal: AbortSignal,
): Promise<"finished" | "published"> {
  for (const ms of LOOKS_MS) {
    await pause(ms, signal);
    const { code, why } = await readContainer(parts, target, container, signal);
    if (code === "FINISHED") return "finished";
    if (code === "PUBLISHED") return "published";
    if (code === "ERROR") throw toContainerError(why);
    if (code === "EXPIRED") throw new Error("The container expired before it was published.");
  }
  throw new PostLaterError(LATER_MS, "Instagram is processing the video.");
}

/** The `status` text of a failed container names the code. */
function toContainerError(why: string): Error {
  const meaning = findStatusMeaning(why);
  if (meaning?.kind === "temporary") return new TemporaryError({ ...meaning, needsNew: true }, why);
  if (meaning?.kind === "limited") return new PostLaterError(HOUR, LIMIT_MESSAGE);
  const category = meaning?.category ?? "user_content";
  return new FailedContainerError(category, `Instagram could not process the video. ${why}`.trim());
}

/** The container of an earlier attempt, if it holds this post. `awaitFinished` judges one that failed. */
async function findContainer(parts: Parts, target: SocialTarget, saved: Notes, about: string, signal: AbortSignal) {
  if (!saved.id || !saved.isFilled) return undefined;
  const state = await readState(parts, target, saved.id, signal);
  const isUsable = state === "PUBLISHED" || (saved.about === about && /^(FINISHED|IN_PROGRESS|ERROR)$/.test(state));
  return isUsable ? saved.id : undefined;
}

/** Creates a container with the video. */
async function fill(
  parts: Parts,
  target: SocialTarget,
  media: PostMedia,
  signal: AbortSignal,
  progress: Progress,
): Promise<string> {
  await checkLimit(parts, target, signal);
  const about = getAbout(target, media);
  const before = parseNotes(await progress.load());
  const faults = before?.about === about ? before.faults : undefined;
  const children = media.items ? await fillChildren(parts, target, media.items, about, signal, progress) : [];
  const json = media.items ? composePictures(target, media.items, children) : composeReel(target, media);
  const { id, uri } = await createContainer(parts, target, json, signal);
  const notes = { id, about, faults };
  await progress.save({ ...notes, isFilled: uri === undefined });
  if (uri === undefined) return id;
  await fillContainer(parts, target, uri, media, signal);
  await progress.save({ ...notes, isFilled: true });
  return id;
}

/**
 * Creates the containers of a carousel's items and waits until Instagram has fetched them. They are saved, so that an
 * attempt that had to wait goes on with them.
 */
async function fillChildren(
  parts: Parts,
  target: SocialTarget,
  items: readonly MediaItem[],
  about: string,
  signal: AbortSignal,
  progress: Progress,
): Promise<string[]> {
  if (items.length === 1) return [];
  const before = parseNotes(await progress.load());
  const isSame = before?.about === about;
  const children = isSame ? [...(before.children ?? [])] : [];
  const faults = isSame && before.faults ? { faults: before.faults } : {};
  for (const item of items.slice(children.length)) {
    children.push((await createContainer(parts, target, composeChild(item), signal)).id);
    await progress.save({ isFilled: false, about, children, ...faults });
  }
  for (const child of children) {
    await awaitFinished(parts, target, child, signal).catch(async (error) => {
      // Only waiting goes on with the same containers.
      if (!(error instanceof PostLaterError)) await progress.save({ isFilled: false, about, ...faults });
      throw error;
    });
  }
  return children;
}

export async function publishContainer(
  parts: Parts,
  order: Publication,
  container: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const notes = parseNotes(await order.progress?.load());
  try {
    if (notes) await order.progress?.save({ ...notes, calledBy: order.attempt });
  } catch {
    return { state: "later", afterMs: getPause(1), message: "The call could not be recorded. Trying again." };
  }
  const response = await parts.calls.send(order, `/${order.account.externalId}/media_publish`, {
    json: { creation_id: container },
    timeoutMs: PUBLISH_MS,
    signal,
  });
  if (response instanceof RetryLater)
    return response.unsent ? toUnsent(response.reason) : { state: "unknown", message: response.reason };
  const { status, json } = response;
  if (status === 200 && Value.Check(Published, json)) {
    const id = String(json.id);
    return readReel(parts, order, id, signal).catch(() => ({ state: "published", platformPostId: id, task: id }));
  }
  const meaning = isServerError(response) ? undefined : getMeaning(response);
  const message = parts.api.errorMessage(response);
  if (meaning?.kind === "refused")
    return { state: "failed", category: meaning.category, message: `Instagram rejected the post: ${message}` };
  if (meaning?.kind === "limited") return { state: "later", afterMs: HOUR, message: LIMIT_MESSAGE };
  if (meaning) return repeatLater(parts, order, container, notes, new TemporaryError(meaning, message), signal);
  return { state: "unknown", message: `Instagram responded with ${status}.` };
}

/**
 * Instagram refused the call and says to try again. The same container cannot be published twice. A new one takes its
 * place only after Instagram has said that this one is not published.
 */
async function repeatLater(
  parts: Parts,
  order: Publication,
  container: string,
  notes: Notes | undefined,
  { meaning, message }: TemporaryError,
  signal: AbortSignal,
): Promise<Outcome> {
  const why = `Instagram could not publish the post yet: ${message}`;
  const refusals = (notes?.refusals ?? 0) + 1;
  if (!meaning.needsNew && refusals <= MAX_REFUSALS) {
    if (notes) await order.progress?.save({ ...notes, refusals });
    return { state: "later", afterMs: getPause(refusals), message: why };
  }
  const state = await readState(parts, order, container, signal).catch(() => undefined);
  if (state === "PUBLISHED") return { state: "unknown", message: "An earlier call has published the video." };
  if (!state || !notes) return { state: "later", afterMs: getPause(2), message: why };
  const faults = (notes.faults ?? 0) + 1;
  const isLast = faults > meaning.maxFaults;
  await order.progress?.save(dropContainer({ ...notes, faults: isLast ? 0 : faults }));
  if (isLast)
    return { state: "failed", category: meaning.category, message: `Instagram rejected the post: ${message}` };
  return { state: "later", afterMs: getPause(faults), message: why };
}
