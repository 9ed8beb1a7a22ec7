import type { Brief } from "vireo/brief";
import type { Log } from "vireo/log";
import type { Services } from "vireo/module";
import type { Inspiration } from "vireo/slots/plan";

const QUERIES = 6;
const PER_QUERY = 20;
const MOST = 40;

/** What a plan is about, in the words that the library is searched with; the most telling first. */
function questions({ niche, goal, brief }: { niche?: string; goal?: string; brief: Brief }): string[] {
  const { inspo, product, messaging, persona } = brief;
  const all = [
    [niche, inspo?.niche].filter(Boolean).join(" "),
    product && `${product.name} ${product.description}`,
    inspo && `${inspo.name} ${inspo.description}`,
    messaging?.body,
    goal,
    persona?.description,
  ];
  return [...new Set(all.map((one) => one?.trim().slice(0, 500)).filter((one) => one))].slice(0, QUERIES) as string[];
}

/** Videos that a plan may learn from, best first. None where the search is not available: a plan can be made without. */
export async function findInspiration(
  search: Services["viral-library"]["search"],
  log: Log,
  accountId: string,
  about: Parameters<typeof questions>[0],
): Promise<Inspiration[]> {
  const found = new Map<string, Inspiration>();
  try {
    const results = await Promise.all(questions(about).map((q) => search(accountId, { q, limit: PER_QUERY })));
    for (const { video, score } of results.flat()) {
      if (!video.analysis || (found.get(video.id)?.score ?? 0) >= score) continue;
      const { id, description, username, hashtags, stats, analysis } = video;
      found.set(id, {
        id,
        description,
        username,
        hashtags,
        views: stats.views,
        hook: analysis.hook,
        tags: analysis.tags,
        score,
      });
    }
  } catch (error) {
    log.warn("a plan is made without the library", { error });
  }
  return [...found.values()].toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, MOST);
}
