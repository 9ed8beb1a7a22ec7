import { extractHashtags } from "vireo/scrape";
import type { ScrapedVideo } from "vireo/slots/scrape";

/** Creates a random number generator from a seed. */
function createRandom(seed: string): () => number {
  let state = Bun.hash.xxHash32(seed);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns plausible metrics: few videos have millions of views, many have thousands. */
function inventStats(caption: string): ScrapedVideo["stats"] {
  const random = createRandom(caption);
  const views = Math.round(10 ** (3.3 + 3.6 * random() ** 1.6));
  const share = (low: number, high: number) => Math.round(views * (low + (high - low) * random() ** 2));
  return {
    views,
    likes: share(0.03, 0.22),
    comments: share(0.001, 0.02),
    shares: share(0.001, 0.03),
    saves: share(0.002, 0.06),
  };
}

/**
 * Parses the sample library: fictional captions, creators (`sample_…`) and metrics. Each block of the file names a
 * subject and its creators; each line below is a length in seconds and a caption.
 */
export async function readSamples(origin: string): Promise<ScrapedVideo[]> {
  const { default: text } = await import("../demo.txt", { with: { type: "text" } });
  const videos: ScrapedVideo[] = [];
  let subject = "";
  let creators: string[] = [];
  for (const line of text.split("\n").filter(Boolean)) {
    const heading = /^# (.+): (.+)$/.exec(line);
    if (heading) {
      subject = heading[1]!.replace(/ and .+/, "").replaceAll(" ", "");
      creators = heading[2]!.split(", ").map((name) => `sample_${name}`);
      continue;
    }
    const [, seconds, caption] = /^(\d+) (.+)$/.exec(line)!;
    const number = String(videos.length + 1).padStart(3, "0");
    const author = creators[videos.length % creators.length]!;
    videos.push({
      id: `sample-${number}`,
      url: `https://example.com/sample-videos/${number}`,
      author,
      description: caption!,
      stats: inventStats(caption!),
      duration: Number(seconds),
      hashtags: [...new Set([...extractHashtags(caption!), subject])],
      soundName: `sample sound - ${author}`,
      thumbnail: `${origin}/open/viral-library/samples/${number}.webp`,
      sample: true,
    });
  }
  return videos;
}
