import { notFound } from "vireo/errors";
import type { Generation } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Context } from "vireo/module";
import { findSpokenCues } from "./spoken";
import { readVersions } from "./versions";

/** What a version of a video says; no cues unless its speech engine has reported when. Throws `not_found`. */
export async function readTranscript(
  context: Pick<Context, "db">,
  video: Pick<Generation, "id" | "account_id">,
  version: number | undefined,
) {
  const versions = (await readVersions(context.db, video.account_id, [video.id])).get(video.id) ?? [];
  const wanted = version ?? versions.at(-1)?.version ?? 1;
  const isKnown = versions.some((one) => one.version === wanted);
  if (!isKnown && version !== undefined) throw notFound("version");
  const cues = isKnown ? await findSpokenCues(context, video, wanted) : undefined;
  return { videoId: toPublicId("vid", video.id), version: wanted, cues: cues ?? [] };
}
