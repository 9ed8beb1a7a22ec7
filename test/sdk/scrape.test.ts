import { expect, test } from "bun:test";
import fc from "fast-check";
import { EngineError } from "#core/engine";
import { bareTag, collect, toScrapedVideo, withTimeLimit } from "#sdk/scrape";
import type { ScrapedVideo } from "#sdk/slots/scrape";
import { expectWellFormed } from "#sdk/testing/conformance/scrape";

const videoOf = (id: number) => toScrapedVideo({ id, author: "a", description: "" } as never) as ScrapedVideo;

test("whatever a source tells of a video, it is well-formed or none", () => {
  const names = ["author", "description", "views", "likes", "comments", "shares", "saves", "thumbnail", "videoUrl"];
  const anything = Object.fromEntries([...names, "soundName"].map((name) => [name, fc.anything()]));
  const told = fc.record({ ...anything, id: fc.oneof(fc.anything(), fc.string()), hashtags: fc.array(fc.anything()) });
  fc.assert(
    fc.property(told, (one) => {
      const video = toScrapedVideo(one as never);
      if (video) expectWellFormed(video);
    }),
    { numRuns: 500, seed: 7 },
  );
});

test("a count that is an object is none, whatever the object", () => {
  const saves = JSON.parse('{"toString": "", "valueOf": 1}');
  expect(toScrapedVideo({ id: "1", author: "a", description: "", saves, likes: "7" } as never)).toMatchObject({
    stats: { saves: 0, likes: 7 },
  });
});

test("hashtags are read from the description, in any script, where the source does not list them", () => {
  const video = toScrapedVideo({
    id: "1",
    author: "@mia",
    description: "Ü #Straße #コーヒー #हिन्दी, #a_1 # no",
  } as never);
  expect(video).toMatchObject({ author: "mia", hashtags: ["Straße", "コーヒー", "हिन्दी", "a_1"] });
  expect([bareTag(" #Home Coffee"), bareTag("x")]).toEqual(["HomeCoffee", "x"]);
});

test("pages are turned until there are enough, and a source whose pages never end is left", async () => {
  let turned = 0;
  const endless = async (cursor = "0") => {
    turned++;
    return { videos: [videoOf(Number(cursor)), videoOf(0), undefined], next: String(Number(cursor) + 1) };
  };
  expect((await collect(3, endless)).map(({ id }) => id)).toEqual(["0", "1", "2"]);
  expect(turned).toBe(3);
  await collect(50, async () => {
    turned++;
    return { videos: [videoOf(0)], next: String(turned) };
  });
  expect(turned).toBe(13);
  turned = 0;
  await collect(50, async () => ({ videos: [videoOf(turned++)], next: "same" }));
  expect(turned).toBe(2);
});

test("a fault counts before the first find, and ends the search after it", async () => {
  const fault = new EngineError("provider_error", "It broke.");
  await expect(collect(5, () => Promise.reject(fault))).rejects.toBe(fault);
  const later = async (cursor?: string) => {
    if (cursor) throw fault;
    return { videos: [videoOf(1)], next: "1" };
  };
  expect((await collect(5, later)).length).toBe(1);
  const cut = new Error("cut off");
  const stopped = async (cursor?: string) => {
    if (cursor) throw cut;
    return { videos: [videoOf(1)], next: "1" };
  };
  await expect(collect(5, stopped)).rejects.toBe(cut);
});

test("the time for a scrape ends with its own code, a cut-off with its reason", async () => {
  const wait = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const never = new AbortController().signal;
  await expect(withTimeLimit("It", never, wait, 20)).rejects.toMatchObject({ code: "provider_timeout" });
  const reason = new Error("cut off");
  await expect(withTimeLimit("It", AbortSignal.abort(reason), wait)).rejects.toBe(reason);
});
