import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { getLuminance, toHsl } from "#plugins/local/draw/colors";
import { getFont, headlines } from "#plugins/local/draw/fonts";
import { palettes } from "#plugins/local/draw/palettes";
import { createRandom, hash } from "#plugins/local/draw/random";
import { covers } from "#plugins/local/fonts/font-file";
import { findFont } from "#plugins/local/fonts/index";
import { parsePrompt, writeLiteralStoryboard } from "#plugins/local/storyboard/index";
import { chooseLook } from "#plugins/local/video/look";
import { type PictureKind, planShots } from "#plugins/local/video/shots";
import { getFrameSize } from "#plugins/local/video/size";
import { evenGrid, findTempo } from "#plugins/local/video/tempo";
import { cutOnBeats } from "#plugins/local/video/timeline";
import { deriveTones } from "#plugins/local/video/tone";
import { sounds } from "./sounds";

const SAMPLE_RATE = 44100;

const prompts = [
  'Cold brew coffee that hits different — smooth and strong, zero sugar, ready in 5 seconds. Order "Nightowl" today!',
  "coffee",
  "Летняя распродажа очков: скидки до 50%, защита UV400, бесплатная доставка. Закажите сегодня!",
  "新しいアイスラテが登場！なめらかで濃厚な味わい。砂糖不使用、5秒で完成。今すぐお試しください。",
  "🔥",
  `${"An endless prompt about nothing at all, with many clauses and figures like 12% and 40 hours. ".repeat(50)}`,
];

function plan(prompt: string, seconds: number, photos: PictureKind[], seed: number, opensOnPhoto = false) {
  const chance = createRandom(seed);
  const media = photos.map((_, i) => String(i));
  const { scenes } = writeLiteralStoryboard({ prompt }, { duration: seconds, media });
  const topic = parsePrompt({ prompt });
  const placed = scenes.map((scene) => (scene.mediaUrl ? { ...scene, photo: Number(scene.mediaUrl) } : scene));
  const { subject } = topic;
  const shots = planShots({
    scenes: placed,
    pictures: photos,
    opensOnPhoto,
    subject,
    look: chooseLook(topic, chance),
    random: chance,
  });
  return { scenes, shots };
}

const pictureKinds = ["faces", "product", "thing", "graphic", "detail", "cutout"] as const;
const anyPhotos = fc.array(fc.constantFrom(...pictureKinds), { maxLength: 8 });
const plain = "detail";

describe("the shots", () => {
  test("show the picture of a scene of any kind", () => {
    const kinds = ["hook", "point", "step", "quote", "price", "media"] as const;
    for (const picture of pictureKinds) {
      const scenes = [...kinds.map((kind) => ({ kind, text: "Tea" })), { kind: "point", text: "Wash\nCut" } as const];
      const chance = createRandom(1);
      const shots = planShots({
        scenes: scenes.map((scene) => ({ ...scene, seconds: 2, photo: 0 })),
        pictures: [picture],
        opensOnPhoto: false,
        subject: "Tea",
        look: chooseLook(parsePrompt({ prompt: "Tea" }), chance),
        random: chance,
      });
      expect(shots.map(({ design }) => design).filter((design) => !/^(?:photo|product)/.test(design))).toEqual([]);
    }
  });

  test("show every scene in order, with its own words, within the time", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...prompts),
        fc.integer({ min: 3, max: 60 }),
        anyPhotos,
        fc.integer({ min: 0 }),
        (prompt, seconds, photos, seed) => {
          const { scenes, shots } = plan(prompt, seconds, photos, seed);
          expect([...new Set(shots.map((shot) => shot.scene))]).toEqual(scenes.map((_, i) => i));
          for (const { scene, text, subtext } of shots) {
            expect(text).toBe(scenes[scene]!.text ?? "");
            expect(subtext).toBe(scenes[scene]!.subtext ?? "");
          }
          expect(shots.reduce((sum, shot) => sum + shot.least, 0)).toBeLessThanOrEqual(seconds + 1e-9);
          for (const { photo } of shots) expect(photo ?? -1).toBeLessThan(photos.length);
        },
      ),
      { numRuns: 120, seed: 1 },
    );
  });

  test("show a long scene in several designs, and never the same design of one text twice in a row", () => {
    for (const [i, prompt] of prompts.entries()) {
      const { shots } = plan(prompt, 60, [plain], i);
      shots.slice(1).forEach((shot, k) => {
        expect(`${shot.design} ${shot.text}`).not.toBe(`${shots[k]!.design} ${shots[k]!.text}`);
      });
    }
    const { shots } = plan("coffee", 24, [], 1);
    expect(shots.filter(({ text }) => text === "Coffee").length).toBeGreaterThan(2);
  });

  test("make much of a few words: other designs, cut faster", () => {
    const { shots } = plan("a video about coffee", 6, [], 2);
    expect(shots.map(({ design }) => design).sort()).toEqual(["fewDrawn", "fewGiant", "fewWall"]);
    expect(plan("فيديو عن القهوة", 5, [], 1).shots.map(({ design }) => design)).toContain("fewDrawn");
    // Photos, and more words, are worth more than ornaments.
    for (const { shots } of [plan("a video about coffee", 6, [plain], 2), plan(prompts[0]!, 12, [], 2)])
      expect(shots.some(({ design }) => design.startsWith("few"))).toBe(false);
  });

  test("end on a closing card, also if the prompt ends with a name, an address or a short sentence", () => {
    for (const end of ["Am Kai 3, Kiel", "Café Tilleul, 4 place des Carmes, Toulouse", "lakesidehalf.run"])
      for (const photos of [[], [plain]] as PictureKind[][])
        expect(
          plan(`Sauna by the sea. Hot at 90 °C, cold in the Baltic. ${end}`, 10, photos, 3).shots.at(-1)!.design,
        ).toMatch(/^end/);
  });

  test("show every photo", () => {
    for (let seed = 0; seed < 20; seed++) {
      const shown = plan(prompts[0]!, 20, [plain, plain, plain, plain, plain, plain], seed).shots.map(
        (shot) => shot.photo,
      );
      expect(new Set(shown.filter((photo) => photo !== undefined)).size).toBe(6);
    }
  });

  test("open on the first frame when one is given", () => {
    expect(plan(prompts[0]!, 8, [plain], 1, true).shots[0]).toMatchObject({ design: "opening", photo: 0 });
  });

  test("vary with the seed", () => {
    const designs = (seed: number) =>
      plan(prompts[0]!, 15, [], seed).shots.map((shot) => `${shot.design} ${shot.tone}`);
    expect(new Set(Array.from({ length: 12 }, (_, seed) => designs(seed).join())).size).toBeGreaterThan(4);
    expect(designs(3)).toEqual(designs(3));
  });

  test("leave out the colours that must not be seen", () => {
    for (let seed = 0; seed < 20; seed++) {
      const { palette } = chooseLook({ look: "", subject: "water bottle", avoid: "blue" }, createRandom(seed));
      for (const color of [palette.base, palette.accent]) {
        const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [
          number,
          number,
          number,
        ];
        expect(blue > 1.4 * Math.max(red, green) && blue > 60).toBe(false);
      }
    }
  });
});

describe("the look", () => {
  test("has the colors that an order names", () => {
    const prompt = "Make a calm, minimal ad in beige and black for a candle called Noor.";
    const { palette } = chooseLook(parsePrompt({ prompt }), createRandom(1));
    expect(palette.name).toBe(
      chooseLook({ look: "in beige and black", subject: "", avoid: "" }, createRandom(1)).palette.name,
    );
    expect(parsePrompt({ prompt }).look).toContain("beige and black");
  });

  const gyms = [
    "Open gym on Sundays",
    "Bootcamp starts in January",
    "New gym in town",
    "Personal training",
    "Gym sale",
  ];

  test("differs between clips of one trade", () => {
    const looks = gyms.map((subject) => chooseLook({ look: "", subject, avoid: "" }, createRandom(hash(subject))));
    const hands = looks.map(({ headline, shapes, palette }) =>
      [headline.latin.family, shapes.badge, palette.name].join(),
    );
    expect(new Set(hands).size).toBe(gyms.length);
    expect(new Set(looks.map(({ corner }) => corner % 5)).size).toBeGreaterThan(2);
  });

  const bakeries = [
    "Fresh sourdough every morning at Miller & Sons bakery",
    "Corner bakery Lumi: cinnamon buns straight from the oven",
    "Bäckerei Hoffmann: unsere Brezeln sind wieder da",
    "Boulangerie Martin, rue des Lilas 12",
    "Gluten-free bakery: bread, cakes and cookies without wheat",
    "Birthday cakes made to order",
    "Why does our bread taste different?",
    "Rye bread, organic, milled on site",
    "Grand opening: Petit Four patisserie, 12 March",
    "The best baguette in town",
    "Donut drop! 12 flavours, one box",
    "Learn to bake bread in one day",
  ];

  test("has other colors in most of twelve clips of one trade", () => {
    const all = bakeries.map(
      (subject) => chooseLook({ look: "", subject, avoid: "" }, createRandom(hash(subject))).palette,
    );
    expect(new Set(all.map(({ name }) => name)).size).toBeGreaterThanOrEqual(8);
    const distance = (a: string, b: string) =>
      Math.hypot(
        ...[1, 3, 5].map((at) => Number.parseInt(a.slice(at, at + 2), 16) - Number.parseInt(b.slice(at, at + 2), 16)),
      );
    const pairs = all.flatMap((a, i) =>
      all.slice(i + 1).map((b) => distance(a.base, b.base) + distance(a.accent, b.accent)),
    );
    const apart = pairs.filter((far) => far > 90).length / pairs.length;
    expect(apart).toBeGreaterThan(0.85);
  });

  test("follows a style that the prompt names in type, colors, pace and transitions", () => {
    const styles = ["moody", "slow pace", "minimal", "luxury", "playful", "retro", "neon"];
    const hands = styles.map((look) => {
      const all = Array.from({ length: 12 }, (_, seed) =>
        chooseLook({ look, subject: "dinner", avoid: "" }, createRandom(seed)),
      );
      const list = (read: (look: ReturnType<typeof chooseLook>) => string) => [...new Set(all.map(read))].sort().join();
      return [
        list(({ headline, caps }) => headline.latin.family + caps("a")),
        list(({ palette }) => palette.name),
        list(({ transitions }) => transitions.toSorted().join()),
      ];
    });
    for (const i of [0, 1, 2]) expect(new Set(hands.map((hand) => hand[i])).size).toBe(styles.length);
    const pace = (look: string) => chooseLook({ look, subject: "dinner", avoid: "" }, createRandom(1)).pace;
    expect(Math.min(pace("slow pace"), pace("moody"), pace("luxury"))).toBeGreaterThan(1.3);
    expect(pace("neon")).toBeLessThan(1);
    for (const look of ["neon", "moody"])
      for (let seed = 0; seed < 12; seed++) {
        const { tones, turns, points, hooks } = chooseLook({ look, subject: "dinner", avoid: "" }, createRandom(seed));
        // Quotation marks are only for quotations.
        expect([...points, ...hooks]).not.toContain("quotation");
        for (const turn of turns) expect(getLuminance(tones[turn].ground)).toBeLessThan(0.2);
      }
  });

  test("keeps the color of its accent on dark and on light", () => {
    for (const palette of palettes.filter(({ accent }) => toHsl(accent)[1] > 0.3))
      expect([palette.name, toHsl(deriveTones(palette).contrary.accent)[1] > 0.1]).toEqual([palette.name, true]);
  });

  test("has three type systems or more for each mood", () => {
    for (const mood of ["calm", "playful", "bold", "futuristic", ""]) {
      const types = Array.from({ length: 40 }, (_, seed) =>
        chooseLook({ look: mood, subject: "", avoid: "" }, createRandom(seed)),
      );
      expect(new Set(types.map(({ headline }) => headline.latin.family)).size).toBeGreaterThanOrEqual(3);
    }
  });

  test("is designed with the colours of the brand", () => {
    const { palette } = chooseLook(
      { look: "", subject: "bikes", avoid: "", colors: ["#ff5a1f", "#111111"] },
      createRandom(1),
    );
    expect([palette.base, palette.accent]).toEqual(["#ff5a1f", "#111111"]);
  });

  test("has a face with every letter of the text", () => {
    for (const text of ["Şarkı gecesi", "Tiệm bánh", "Zażółć gęślą"]) {
      for (const stack of Object.values(headlines)) {
        const family = /"Vireo (.+?) \d+"/.exec(getFont(stack, text, 50))![1]!;
        const { file } = findFont(family, stack.latin.weight)!;
        for (const letter of text.replaceAll(" ", "")) expect(covers(file, letter.codePointAt(0)!)).toBe(true);
      }
    }
  });
});

describe("the timeline", () => {
  test("cuts on beats and leaves every shot its time", () => {
    const shots = Array.from({ length: 5 }, () => ({ least: 1.2, weight: 1 }));
    const pulse = evenGrid(10, 120);
    const starts = cutOnBeats(shots, 10, pulse);
    expect(starts).toHaveLength(5);
    for (const start of starts) expect(pulse.beats).toContain(start);
    [...starts.slice(1), 10].forEach((end, i) => {
      expect(end - starts[i]!).toBeGreaterThanOrEqual(1.2);
    });
  });

  test("prefers a downbeat to a beat that is a little closer", () => {
    const shots = [
      { least: 1, weight: 1 },
      { least: 1, weight: 1 },
    ];
    expect(cutOnBeats(shots, 4.4, { beats: [1.8, 2.15, 2.35], downbeats: [2.35] })[1]).toBe(2.35);
  });

  test("cuts evenly where there are no beats", () => {
    const shots = [
      { least: 1, weight: 1 },
      { least: 1, weight: 1 },
    ];
    expect(cutOnBeats(shots, 6, { beats: [], downbeats: [] })).toEqual([0, 3]);
  });
});

describe("the tempo of given music", () => {
  const clicks = (bpm: number, seconds: number, offset: number) => {
    const samples = new Float32Array(seconds * SAMPLE_RATE);
    for (let at = offset; at < seconds; at += 60 / bpm) {
      for (let i = 0; i < 3000; i++) {
        const k = Math.round(at * SAMPLE_RATE) + i;
        if (k < samples.length) samples[k] = Math.sin(i * 0.05) * Math.exp(-i / 600);
      }
    }
    return samples;
  };

  test.each([90, 104, 120, 128, 140])("is found at %i beats a minute, on the clicks", (bpm) => {
    const tempo = findTempo(clicks(bpm, 12, 0.2), SAMPLE_RATE);
    expect(tempo.bpm).toBeCloseTo(bpm, 0);
    for (const beat of tempo.beats) {
      const off = (((beat - 0.2) * bpm) / 60) % 1;
      expect((Math.min(off, 1 - off) * 60) / bpm).toBeLessThan(0.03);
    }
    expect(tempo.downbeats.length).toBeCloseTo(tempo.beats.length / 4, -0.5);
  });

  test("is an even grid for silence, noise, a tone and very short sounds", () => {
    expect(findTempo(new Float32Array(SAMPLE_RATE * 4), SAMPLE_RATE)).toEqual(evenGrid(4, 120));
    expect(findTempo(new Float32Array(100), SAMPLE_RATE).beats).toEqual([0]);
    for (const name of ["tone", "noise"]) expect(findTempo(sounds[name]!(12), 16_000)).toEqual(evenGrid(12, 120));
  });
});

test("the resolution is the short side", () => {
  expect(getFrameSize("9:16", "720p")).toEqual({ width: 720, height: 1280 });
  expect(getFrameSize("16:9", "1080p")).toEqual({ width: 1920, height: 1080 });
  expect(getFrameSize("1:1", "720p")).toEqual({ width: 720, height: 720 });
});
