import type { Brief } from "vireo/brief";
import type { Services } from "vireo/module";
import type { Inspiration, OwnResults } from "vireo/slots/plan";
import type { Research } from "./context";

type Video = Awaited<ReturnType<Services["viral-library"]["search"]>>[number]["video"];

const QUERIES = 6;
const PER_QUERY = 20;
const MAX_INSPIRATIONS = 40;

interface Subject {
  niche?: string;
  goal?: string;
  brief: Brief;
}

/** Returns the search texts for a plan's subject, most specific words first. */
function listQuestions({ niche, goal, brief }: Subject): string[] {
  const { inspo, product, messaging, persona } = brief;
  const all = [
    [niche, inspo?.niche].filter(Boolean).join(" "),
    product && `${product.name} ${product.description}`,
    inspo && `${inspo.name} ${inspo.description}`,
    messaging?.body,
    goal,
    persona?.description,
  ];
  return [...new Set(all.map((question) => question?.trim().slice(0, 500)).filter((question) => question))].slice(
    0,
    QUERIES,
  ) as string[];
}

/**
 * Weighs a post of the account by its results. A post below the account's median is no example; one above it ranks
 * higher. Metrics simulated by the sandbox are ignored once there are real ones.
 */
function weighOwn({ source, post, stats }: Video, score: number, results: OwnResults | undefined) {
  if (post?.simulated && results && results.posts > 0 && !results.simulated) return undefined;
  if (source !== "post" || !results || results.posts < results.neededPosts || results.medianViews <= 0)
    return { score };
  const timesMedian = Math.round((10 * stats.views) / results.medianViews) / 10;
  return timesMedian < 1 ? undefined : { score: Math.min(1, score * Math.min(1.5, timesMedian ** 0.25)), timesMedian };
}

/**
 * Finds videos that a plan may learn from, best first. Returns none if search is unavailable, because a plan can be
 * made without them.
 */
export async function findInspiration(
  { services, log }: Research,
  accountId: string,
  about: Subject & { ownResults?: OwnResults },
): Promise<Inspiration[]> {
  const inspirations = new Map<string, Inspiration>();
  try {
    const library = services["viral-library"];
    const searches = listQuestions(about).map((q) => library.search(accountId, { q, limit: PER_QUERY }));
    const results = await Promise.all(searches);
    for (const { video, score: likeness } of results.flat()) {
      const weighed = weighOwn(video, likeness, about.ownResults);
      if (!video.analysis || !weighed || (inspirations.get(video.id)?.score ?? 0) >= weighed.score) continue;
      const { id, description, username, hashtags, stats, analysis } = video;
      inspirations.set(id, {
        id,
        description,
        username,
        hashtags,
        views: stats.views,
        hook: analysis.hook,
        tags: analysis.tags,
        ...weighed,
      });
    }
  } catch (error) {
    log.warn("plan made without the library", { error });
  }
  return [...inspirations.values()]
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_INSPIRATIONS);
}
