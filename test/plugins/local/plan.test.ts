import { describe, expect, test } from "bun:test";
import { estimateSeconds } from "#modules/research/production/produce";
import { writePlan } from "#plugins/local/plan/plan";
import { findRequestLanguage } from "#plugins/local/plan/reading";
import { reviewPlan } from "#plugins/local/plan/review";
import { chooseSubject } from "#plugins/local/plan/subjects";
import { writeLiteralStoryboard } from "#plugins/local/storyboard/index";
import type { PlanRequest } from "#sdk/slots/plan";
import { findTechnique } from "#sdk/techniques";
import { judgePlan } from "#sdk/testing/conformance/plan";
import { planRequests } from "#test/plugins/local/plan-requests";

const { skincare, software, gym, charity, goalOnly, odd, productOnly } = planRequests as Required<typeof planRequests>;
const long = { days: 30, postsPerDay: 5 };
const all = (request: typeof skincare) => JSON.stringify(writePlan(request!).items);

/** Every word of the scripts is shown, no direction and no label is, and the call to action comes last. */
function expectShownAsWritten(requests: readonly PlanRequest[]): void {
  const bare = (text: string) =>
    text
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()
      .toLowerCase();
  for (const { script } of requests.flatMap((request) => writePlan({ ...request, days: 12 }).items)) {
    const { scenes, warnings } = writeLiteralStoryboard(
      { prompt: script },
      { duration: estimateSeconds(script), media: [] },
    );
    const shown = scenes.map(({ text = "", subtext = "" }) => `${text} ${subtext}`).join(" ");
    expect(shown).not.toMatch(
      /\[|\]|\bhook\b|\bcta\b|spoken and on screen|on screen\)|last line|gesprochen|letzter Satz|\d–\d/i,
    );
    const said = script.replaceAll(/\[[^\]]*\]/g, "").replaceAll(/^\d+–\d+ s: (?:Hook|CTA)? ?(?:\([^)]*\):)?/gm, "");
    const words = new Set(bare(shown).split(" "));
    expect({
      script,
      missing: bare(said)
        .split(" ")
        .filter((word) => word && !words.has(word) && word !== "and"),
    }).toEqual({ script, missing: [] });
    expect({ script, warnings }).toEqual({ script, warnings: [] });
    expect(scenes.at(-1)?.kind).toBe("cta");
  }
}

describe("a content plan", () => {
  const sane = Object.entries(planRequests).filter(([name]) => name !== "odd");
  test.each(sane)("of 150 items is whole and says nothing twice: %s", (_, request) => {
    const { items } = writePlan({ ...request, ...long });
    judgePlan({ items }, { ...request, ...long });
    expect(new Set(items.map(({ title }) => title)).size).toBe(150);
    expect(new Set(items.map(({ hook }) => hook)).size).toBe(150);
    for (const { hook, title, concept, script, shots, caption } of items) {
      const text = [hook, title, concept, script, caption, ...shots].join("\n");
      // Articles and words that met by accident, and sentences that begin small or end twice.
      expect(
        text.match(/.*(?:\b(?:the|a|an) (?:the|a|an|your|our|my)\b|\b(\w{2,}) \1\b|[^.]\.\.(?!\.)|“\s*”|^\p{Ll}).*/mu),
      ).toBeNull();
    }
  });

  test("is the same for the same seed and request, and another for another", () => {
    expect(all(skincare!)).toBe(all(structuredClone(skincare!)));
    expect(all({ ...skincare!, seed: 2 })).not.toBe(all(skincare!));
  });

  test("opens more often as the account's own best posts did, and says on how many that rests", () => {
    const results = (hooks: NonNullable<PlanRequest["ownResults"]>["hooks"]) => ({
      ...{ posts: 30, neededPosts: 10, neededPostsPerHook: 5, medianViews: 900, simulated: false, hooks },
    });
    const proven = [{ form: "question" as const, posts: 9, timesMedian: 2.3 }];
    const request = { ...skincare!, ...long, inspiration: [] };
    const count = (ownResults?: PlanRequest["ownResults"]) =>
      writePlan({ ...request, ...(ownResults ? { ownResults } : {}) }).items.filter(
        ({ hook }) => findTechnique(hook).id === "question",
      ).length;
    expect(count(results(proven))).toBeGreaterThan(count() + 5);
    const { items } = writePlan({ ...request, ownResults: results(proven) });
    judgePlan({ items }, request);
    expect(items.some(({ concept }) => concept.includes("2.3× the median views of your posts (9 posts)"))).toBeTrue();
    expect(all({ ...request, ownResults: results([]) })).toBe(all(request));
  });

  test("has times in each script that follow each other to the end", () => {
    for (const { script, platform } of writePlan({ ...skincare!, ...long }).items) {
      const times = [...script.matchAll(/^(\d+)–(\d+) s: \S/gm)].map(([, from, to]) => [Number(from), Number(to)]);
      expect(times.length).toBe(script.split("\n").length);
      times.forEach(([from, to], at) => {
        expect(from).toBe(at === 0 ? 0 : times[at - 1]![1]!);
        expect(to).toBeGreaterThan(from!);
      });
      expect(times.at(-1)![1]).toBeLessThanOrEqual(platform === "youtube" ? 60 : 35);
    }
  });

  test("is about the niche, and not about one that shares a word with it", () => {
    const write = (niche: string) => all({ ...skincare!, ...long, niche, brief: {}, inspiration: [] }).toLowerCase();
    const dogs = write("dog training");
    expect(dogs).toMatch(/recall|puppy|lead/);
    expect(dogs).not.toMatch(/push-?ups|gym|workout|laces|muscle|skincare/);
    expect(write("B2B invoicing software")).toMatch(/invoice/);
    expect(write("vegan recipes")).toMatch(/tofu/);
    expect(write("vegan recipes")).not.toMatch(/steak|chicken|salmon/);
    expect(write("pasta water")).not.toMatch(/loaf|dough/);
    expect(write("wedding photography")).toMatch(/wedding photography/);
  });

  test("writes scripts that a storyboard shows as they are: every word, and no directions", () => {
    const niches = ["dog training", "B2B invoicing", "night-shift nurses", "real estate in Lisbon", "houseplants"];
    expectShownAsWritten([
      ...Object.values(planRequests).filter(({ language = "en" }) => language.startsWith("en")),
      ...niches.map((niche) => ({ ...skincare!, niche, brief: {} })),
    ]);
  });

  test("shows the product, quotes its description, and invents nothing about it", () => {
    const { items } = writePlan({ ...skincare!, days: 14 });
    const shown = items.filter(({ script }) => script.includes("Lumé Glow Serum"));
    expect(shown.length).toBeGreaterThanOrEqual(3);
    const text = JSON.stringify(items);
    expect(text).toContain("Fragrance-free.");
    // The only numbers beside times and counts of steps are those of the description and of the library.
    const numbers = text
      .replace(/\d+–\d+ s:/g, "")
      .match(/\d+(?:[.,]\d+)?\s?(?:%|ml|percent|euros?|\$|customers|reviews)/g);
    expect(new Set(numbers)).toEqual(new Set(["30 ml"]));
  });

  test("speaks as the persona, and as a team without one", () => {
    const { items } = writePlan({ ...skincare!, ...long });
    expect(JSON.stringify(items).match(/.{0,40}\b(?:our|(?<!let )us)\b.{0,20}/i)).toBeNull();
    for (const { concept } of items) expect(concept).toContain("Voice: Mia (Dry humour");
    expect(all({ ...gym!, ...long }).match(/.{0,40}\b(?:I|my|me) .{0,20}/)).toBeNull();
  });

  test("names a common noun with an article, and a proper name without", () => {
    expect(all({ ...productOnly!, ...long }).includes("with the running shoes")).toBe(true);
    expect(all({ ...software!, ...long }).match(/the FlowDesk\b/i)).toBeNull();
  });

  test("takes openings from videos of the library, says from which, and uses no other", () => {
    const { items } = writePlan({ ...skincare!, ...long });
    const inspired = items.filter(({ inspiredBy }) => inspiredBy.length > 0);
    expect(new Set(inspired.flatMap(({ inspiredBy }) => inspiredBy)).size).toBe(3);
    for (const { inspiredBy, concept, hook } of inspired) {
      const video = skincare!.inspiration.find(({ id }) => id === inspiredBy[0])!;
      expect(concept).toContain(`@${video.username}`);
      expect(concept).toContain(findTechnique(video.hook).name);
      expect(hook).not.toBe(video.hook);
    }
    for (const { inspiredBy, concept } of items) if (inspiredBy.length === 0) expect(concept).not.toContain("@");
    expect(inspired[0]!.inspiredBy).toEqual(["vir_1"]);
  });

  test("asks for what the goal is", () => {
    const ctas = (request: typeof skincare) =>
      writePlan({ ...request!, days: 30 })
        .items.map(({ cta }) => cta)
        .join(" ");
    expect(ctas(charity)).toMatch(/help|give/i);
    expect(ctas(gym)).toMatch(/Free times|Ready for your first session/);
    expect(ctas(goalOnly)).toMatch(/Follow/);
    expect(ctas(goalOnly)).not.toMatch(/order|book|link is/i);
  });

  test("changes kinds from day to day and turns through the platforms", () => {
    const { items } = writePlan({ ...skincare!, days: 30 });
    for (let at = 3; at < items.length; at++) expect(items[at]!.platform).toBe(items[at - 3]!.platform);
    expect(new Set(items.slice(0, 3).map(({ platform }) => platform)).size).toBe(3);
    for (const { platform, hashtags } of items) {
      expect(hashtags.length).toBeWithin(2, { tiktok: 5, instagram: 8, youtube: 3 }[platform] + 1);
    }
  });

  test("takes texts for texts, whatever is in them", () => {
    const { items } = writePlan(odd!);
    expect(items.length).toBe(7);
    for (const { title, caption, hashtags } of items) {
      expect(title.length).toBeLessThanOrEqual(100);
      expect(caption.length).toBeLessThanOrEqual(2200);
      for (const tag of hashtags) expect(tag).toMatch(/^[\p{L}\p{N}\p{M}_]+$/u);
    }
  });
});

test.each([
  ["cooking at home", "cooking"],
  ["bakery", "baking"],
  ["sleep coaching", "wellness"],
])("a plan about %s speaks of %s", (niche, tag) => {
  const { tags } = chooseSubject({ niche, own: "", about: "" });
  expect(tags.join(" ")).toContain(tag);
});

test.each([
  ["mobile bike repair service that comes to your office", "mobile bike repair services"],
  ["hand-stitched leather goods made from reclaimed car seats", "hand-stitched leather goods"],
  ["restoring antique clocks", "restoring antique clocks"],
])("a plan speaks of a long niche in short: %s", (niche, field) => {
  expect(chooseSubject({ niche, own: "our work", about: "" }).field).toBe(field);
});

describe("a content plan in another language", () => {
  /** A niche that a sheet knows, one that it does not, and words that only a text in the language has. */
  const abroad: [string, string, string, RegExp][] = [
    ["de", "Hundetraining", "Drachenbau für Anfänger", /\b(?:und|der|nicht|du)\b/],
    ["es", "adiestramiento de perros", "clases de acuarela", /\b(?:que|para|los|una)\b/],
    ["fr", "éducation canine", "cours d’aquarelle", /\b(?:que|pour|les|une)\b/],
    ["pt", "treino de cães", "aulas de aguarela", /\b(?:que|para|uma|não)\b/],
    ["it", "addestramento cani", "lezioni di acquerello", /\b(?:che|per|una|non)\b/],
  ];
  const english = /\b(?:the|and|with|your|this|from|shot|spoken|screen|last line|follow)\b/i;

  test.each(abroad)("in %s is about the niche and in its language throughout", (_, known, unknown, own) => {
    const bare = { ...skincare!, goal: undefined, brief: {}, inspiration: [] } as unknown as PlanRequest;
    for (const niche of [known, unknown]) {
      const request = { ...bare, ...long, niche };
      expect(reviewPlan(request)).toEqual({});
      for (const item of writePlan(request).items) {
        const texts = [item.title, item.hook, item.concept, item.script, item.caption, item.cta, ...item.shots].join(
          "\n",
        );
        expect(texts.replace(/\b(?:Hook|CTA|POV|TikTok|Reels|Shorts|Stop|app|post)\b/g, "")).not.toMatch(english);
        expect(texts).not.toMatch(/[{}]|undefined/);
        expect(item.hashtags.length).toBeGreaterThan(1);
      }
      expect(all(request)).toMatch(own);
      const heads = writePlan(request).items.map(({ title, hook }) => `${title} ${hook}`.toLowerCase());
      expect(heads.some((head) => head.includes(niche.toLowerCase()))).toBe(true);
    }
    expect(all({ ...bare, ...long, niche: known }).toLowerCase()).toMatch(/leine|correa|laisse|trela|guinzaglio/);
    expectShownAsWritten([known, unknown].map((niche) => ({ ...bare, niche })));
  });

  test("in another language takes product, persona, results and openings into its sentences", () => {
    const german = { ...skincare!, ...long, language: "de", niche: "Hautpflege" };
    const text = all(german);
    expect(text).toContain("Lumé Glow Serum");
    expect(text).toContain("Stimme: Mia");
    expect(text).toContain("Der Einstieg ist von @glow.gia übernommen");
    expect(text).toMatch(/1,2\sMio\. Aufrufe/);
    expect(text.includes("the Lumé")).toBe(false);
  });

  test.each([
    [{ niche: "дрессировка собак" }, "niche"],
    [{ niche: "yoga", goal: "もっと予約がほしい" }, "niche"],
    [{ niche: "hondentraining" }, "niche"],
    [{ niche: "zelfgemaakte kaarsen" }, "niche"],
    [{ niche: "yoga", language: "nl" }, "language"],
    [{ niche: "yoga", language: "enq" }, "language"],
  ])("in a language that it cannot write is refused: %j", (request, field) => {
    const problems = reviewPlan({ ...skincare!, goal: "more clients", ...request });
    expect(Object.keys(problems)).toEqual([field]);
    expect(problems[field]).toContain("English, German, Spanish, French, Italian, and Portuguese");
  });

  test.each([
    ...["La Marzocco repair", "home café", "Los Angeles street food", "tacos", "vintage clothes", "meditation"],
    ...["painting classes", "garage doors", "digital detox", "brother and sister gifts", "vinyl records", "haircuts"],
    ...["Apartheid museum tours", "Bakker sourdough bread"],
  ])("%s is English", (niche) => {
    expect(findRequestLanguage({ ...skincare!, niche, goal: "more sales", brief: {} })).toBe("en");
  });

  test.each([
    ...["Buchhaltung", "Zahnarztpraxis", "Yoga für Schwangere", "Kerzen"].map((niche) => [niche, "de"]),
    ...["velas artesanales de soja", "clínica dental en Sevilla", "seguros de vida"].map((niche) => [niche, "es"]),
    ...["bougies parfumées", "coiffeur à Lyon", "recettes véganes"].map((niche) => [niche, "fr"]),
    ...["padaria artesanal", "fotografia de casamento", "aulas de inglês"].map((niche) => [niche, "pt"]),
    ...["ristorante di pesce a Genova", "pasta fresca", "lezioni di chitarra"].map((niche) => [niche, "it"]),
  ] as [string, string][])("%s is %s", (niche, code) => {
    expect(findRequestLanguage({ ...skincare!, niche, goal: undefined as never, brief: {} })).toBe(code);
  });
});
