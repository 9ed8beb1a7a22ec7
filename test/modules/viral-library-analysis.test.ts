import { expect, test } from "bun:test";
import { analyseCaption } from "#modules/viral-library/analysis/analyser";
import type { VideoRow } from "#modules/viral-library/videos/store";

const stats = { views: 0, likes: 0, comments: 0, shares: 0, saves: 0 };
const analyse = (description: string, more: object = {}) =>
  analyseCaption(
    { tiktok_id: "1", username: "ann", hashtags: [], stats, ...more, description } as never as VideoRow,
    0,
  );

test("openings are recognised in other languages than English", async () => {
  for (const [caption, form] of [
    ["Hör auf, Basilikum zu gießen! So geht es richtig.", "warning"],
    ["Comment faire du pain sans four", "from start to end"],
    ["昨日までの私と今日の私、ビフォーアフター", "side by side"],
  ] as const) {
    expect((await analyse(caption))?.attributesToCopy.join()).toContain(form);
  }
});

test("an opening ends with its line", async () => {
  expect((await analyse("Three tomatoes, one pan\nFull recipe below"))?.hook).toBe("Three tomatoes, one pan");
});

test("reactions are named if many viewers react", async () => {
  const { whyItPerformed } = (await analyse("Bread", { stats: { ...stats, views: 10_000, saves: 300, likes: 900 } }))!;
  expect(whyItPerformed).toEqual(["3.0% of its views led to a save"]);
});

test("long captions of marks do not hold up the server", async () => {
  const caption = `${"!".repeat(60_000)}x bread`;
  for (let at = 0; at < 100; at++) expect((await analyse(caption))?.tags).toEqual(["bread"]);
});
