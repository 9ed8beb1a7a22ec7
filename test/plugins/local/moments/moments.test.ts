import { describe, expect, test } from "bun:test";
import { findMoments, type Moment, type Reading, type Wanted } from "#plugins/local/moments/find-moments";
import { createPitchMeter } from "#plugins/local/moments/pitch";
import { timeTalk } from "#plugins/local/moments/timed-words";
import { dropLoops } from "#sdk/captions/loops";
import { VOICE } from "#sdk/captions/speech";
import type { Cue } from "#sdk/slots/transcribe";
import { createRandom, drawLevels, FILLER, measureOverlap, PLANTED, plant, type Spoken, speak } from "./talks";

const wanted: Wanted = { minSeconds: 15, maxSeconds: 60, content: "auto" };

const read = ({ duration, levels }: Pick<Spoken, "duration" | "levels">): Reading => ({
  duration,
  levels,
  cuts: [],
  motion: [],
  looks: [],
  pitches: [],
});

const find = (talk: Spoken, options: Partial<Wanted> = {}) =>
  findMoments(read(talk), talk.cues, { ...wanted, ...options });

/** Removes punctuation and capitals, as simple recognisers do. */
const strip = (cues: readonly Cue[]): Cue[] =>
  cues.map((cue) => ({
    ...cue,
    text: cue.text.toLowerCase().replace(/[^\p{L}\p{N}\s'-]/gu, ""),
    words: cue.words?.map((word) => ({ ...word, word: word.word.toLowerCase().replace(/[^\p{L}\p{N}'-]/gu, "") })),
  }));

/** Checks what holds for all moments. */
function check(
  moments: readonly Moment[],
  talk: Pick<Spoken, "duration">,
  { minSeconds, maxSeconds }: Wanted = wanted,
) {
  expect(moments.length).toBeLessThanOrEqual(20);
  for (const [i, moment] of moments.entries()) {
    expect(moment.start).toBeGreaterThanOrEqual(0);
    expect(moment.end).toBeLessThanOrEqual(talk.duration);
    expect(moment.end - moment.start).toBeGreaterThanOrEqual(minSeconds - 1e-6);
    expect(moment.end - moment.start).toBeLessThanOrEqual(maxSeconds + 1e-6);
    expect(Number.isInteger(moment.score) && moment.score >= 0 && moment.score <= 100).toBe(true);
    expect(moment.score).toBeLessThanOrEqual(moments[i - 1]?.score ?? 100);
    for (const factor of Object.values(moment.factors)) {
      expect(factor >= 0 && factor <= 1).toBe(true);
      expect(Math.round(factor * 100) / 100).toBe(factor);
    }
    expect(moment.reason).toMatch(/^\S.*\.$/);
    expect(moment.title.length).toBeLessThanOrEqual(60);
    for (const other of moments.slice(i + 1)) expect(measureOverlap(moment, other)).toBe(0);
  }
}

describe("the best passage of a talk", () => {
  test.each(["en", "de"] as const)("is among the first three moments (%s)", (language) => {
    for (const seed of [1, 2, 3, 4]) {
      const talk = plant(language, seed);
      for (const levels of [talk.levels, []]) {
        const { basis, moments } = find({ ...talk, levels });
        expect(basis).toBe("speech");
        const overlaps = moments.slice(0, 3).map((moment) => measureOverlap(moment, talk.parts[talk.planted]!));
        expect(Math.max(...overlaps)).toBeGreaterThanOrEqual(0.5);
        check(moments, talk);
      }
    }
  });

  test.each(["en", "de"] as const)("has a title and a hook in its own words, and a reason (%s)", (language) => {
    const talk = plant(language, 1);
    const [best] = find(talk).moments;
    expect(best!.hook).toBe(PLANTED[language].split(/(?<=\?)/)[0]!);
    const folded = best!.transcript!.toLowerCase();
    expect(folded).toContain(best!.title.toLowerCase());
    // A title ends with a whole word.
    expect(folded.split(best!.title.toLowerCase())[1]).not.toMatch(/^[\p{L}\p{N}]/u);
    expect(best!.reason).toStartWith("Opens with a question");
    expect(best!.reason).toContain("numbers");
  });

  test("is found if the transcript has no word times", () => {
    const talk = plant("en", 3);
    const cues = talk.cues.map(({ start, end, text }) => ({ start, end, text }));
    const { moments } = find({ ...talk, cues });
    const overlaps = moments.slice(0, 3).map((moment) => measureOverlap(moment, talk.parts[talk.planted]!));
    expect(Math.max(...overlaps)).toBeGreaterThanOrEqual(0.5);
  });

  test("is found in a transcript without punctuation", () => {
    for (const seed of [1, 2, 3]) {
      const talk = plant("en", seed);
      const { basis, moments } = find({ ...talk, cues: strip(talk.cues) });
      expect(basis).toBe("speech");
      check(moments, talk);
      const overlaps = moments.slice(0, 3).map((moment) => measureOverlap(moment, talk.parts[talk.planted]!));
      expect(Math.max(...overlaps)).toBeGreaterThanOrEqual(0.5);
    }
  });
});

/** Talks of random sentences with abbreviations, decimals, questions and forbidden openings. */
function generateTalk(seed: number): Spoken {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const openings = [
    "And",
    "But",
    "So",
    "It",
    "They",
    "This is",
    "He",
    "Because",
    "The",
    "Our",
    "My",
    "Every",
    "Why did",
  ];
  const nouns = [
    "harbour",
    "engine",
    "teacher",
    "budget",
    "river",
    "violin",
    "market",
    "signal",
    "Dr. Brown",
    "3.5 tons",
  ];
  const verbs = ["carries", "measures", "repairs", "paints", "describes", "sells", "follows"];
  const makeSentence = () =>
    `${pick(openings)} ${Array.from({ length: 1 + Math.floor(random() * 4) }, () => `${pick(nouns)} ${pick(verbs)} the ${pick(nouns)}`).join(", ")} ${pick(["today", "again", "twice"])}${pick([".", ".", "!", "?"])}`;
  const texts = Array.from({ length: 25 }, () => Array.from({ length: 2 + Math.floor(random() * 6) }, makeSentence));
  // Split at the known ends, because of the abbreviations and decimals.
  const cues: Cue[] = [];
  let time = 0.3 + random();
  for (const sentences of texts) {
    for (const sentence of sentences) {
      const words = sentence.split(" ").map((word) => {
        const start = time;
        const end = start + 0.1 + 0.05 * word.length;
        time = end + (random() < 0.3 ? 0 : 0.06 * random());
        return { word, start, end };
      });
      cues.push({ start: words[0]!.start, end: words.at(-1)!.end, text: sentence, words });
      time += random() < 0.2 ? 0.02 : 0.2 + 0.8 * random();
    }
    time += random();
  }
  const duration = time + 1;
  return { cues, duration, levels: drawLevels(cues, duration, random), parts: [] };
}

describe("every moment of a talk", () => {
  const talks = [11, 12, 13, 14, 15, 16].map(generateTalk);

  test.each(["with sound", "without sound"])("starts and ends with whole sentences (%s)", (sound) => {
    let count = 0;
    for (const talk of talks) {
      const { moments } = find({ ...talk, levels: sound === "with sound" ? talk.levels : [] });
      check(moments, talk);
      count += moments.length;
      for (const { start, end, transcript, hook } of moments) {
        for (const cue of talk.cues)
          for (const word of cue.words!)
            for (const cut of [start, end]) expect(cut > word.start + 1e-9 && cut < word.end - 1e-9).toBe(false);
        const own = talk.cues.filter((cue) => cue.start >= start - 1e-9 && cue.end <= end + 1e-9);
        expect(own.map(({ text }) => text).join(" ")).toBe(transcript!);
        expect(own[0]!.text).toBe(hook);
        expect(own[0]!.start - start).toBeLessThanOrEqual(0.35 + 1e-9);
        expect(end - own.at(-1)!.end).toBeLessThanOrEqual(0.45 + 1e-9);
      }
    }
    expect(count).toBeGreaterThan(20);
  });

  test("never opens with a word that continues the sentence before", () => {
    for (const talk of talks)
      for (const { hook } of find(talk).moments)
        expect(hook).not.toMatch(/^(?:And|But|So|It|They|This is|He|Because)\b/);
  });

  test("is cut where nobody speaks", () => {
    for (const talk of talks)
      for (const { start, end } of find(talk).moments)
        for (const cut of [start, end]) {
          const gap = talk.cues.some((cue, i) => {
            const next = talk.cues[i + 1]?.start ?? talk.duration;
            return cut >= cue.end - 1e-9 && cut <= next + 1e-9 && next - cue.end < 0.12;
          });
          // Too short for 40 ms on both sides.
          if (gap) continue;
          const near = talk.levels.slice(Math.max(0, Math.ceil(cut * 100) - 3), Math.floor(cut * 100) + 3);
          expect(Math.max(...near)).toBeLessThan(-40);
        }
  });

  test("lies within the given range and lengths", () => {
    for (const talk of talks) {
      const range = { start: 60.5, end: 200.25 };
      const options = { ...wanted, minSeconds: 8, maxSeconds: 25, range };
      const { moments } = find(talk, options);
      check(moments, talk, options);
      expect(moments.length).toBeGreaterThan(0);
      for (const { start, end } of moments) expect(start >= range.start && end <= range.end).toBe(true);
    }
  });

  test("says something new", () => {
    const random = createRandom(5);
    const texts = Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? PLANTED.en : FILLER.en[i % 9]!));
    const { moments } = find(speak(texts, random));
    expect(moments.filter(({ hook }) => hook.startsWith("Why do most people"))).toHaveLength(1);
  });
});

describe("the words of a talk", () => {
  const talk = plant("en", 4);
  const cues = talk.cues.map(({ words: _, ...cue }) => cue);
  const { transcript = [], moments } = findMoments(read(talk), cues, wanted);
  const said = talk.cues.flatMap(({ words = [] }) => words);
  const listWords = (some: readonly Cue[]) => some.flatMap(({ words = [] }) => words);

  test("get the times at which they are heard, as estimates", () => {
    expect(transcript.map(({ words: _, isEstimated, ...cue }) => [cue, isEstimated])).toEqual(
      cues.map((cue) => [cue, true]),
    );
    const words = listWords(transcript);
    expect(words.map(({ word }) => word)).toEqual(said.map(({ word }) => word));
    const errors = words.map(({ start }, i) => Math.abs(start - said[i]!.start)).sort((a, b) => a - b);
    expect(errors[Math.floor(0.9 * errors.length)]).toBeLessThan(0.25);
  });

  test("are not cut into by a moment", () => {
    expect(moments.length).toBeGreaterThan(3);
    for (const { start, end } of moments)
      for (const cut of [start, end])
        expect(listWords(transcript).filter((word) => cut > word.start && cut < word.end)).toEqual([]);
  });

  test("keep the times that the transcript has", () => {
    const { transcript: timed = [] } = find(talk);
    expect(timed.some(({ isEstimated }) => isEstimated)).toBe(false);
    for (const [i, { start, end }] of listWords(timed).entries()) {
      expect(start).toBeCloseTo(said[i]!.start, 1);
      expect(end).toBeCloseTo(said[i]!.end, 1);
    }
  });

  test("have no times where nothing was heard", () => {
    const range = { start: 60, end: 200 };
    const { transcript: part = [] } = findMoments(read(talk), cues, { ...wanted, range });
    const isInside = ({ start, end }: Cue) => start >= range.start && end <= range.end;
    expect(part.filter(({ words }) => words).length).toBeGreaterThan(10);
    for (const cue of part) expect(cue.words !== undefined).toBe(isInside(cue));
    expect(findMoments({ ...read(talk), levels: [] }, cues, wanted).transcript).toBeUndefined();
  });
});

describe("openings in other languages", () => {
  const OPENINGS: [string, string, string][] = [
    ["en", "That is how the harbour works.", "That harbour opened in May."],
    ["en", "Um, and it's a long story.", "Um, every story has an end."],
    ["de", "Das funktioniert nur im Sommer.", "Das Boot fährt nur im Sommer."],
    ["de", "Weil niemand den Hafen kennt.", "Niemand kennt den Hafen."],
    ["fr", "C'est le problème du port.", "L'idée vient du port."],
    ["es", "Pero nadie conoce el puerto.", "Nadie conoce el puerto."],
    ["it", "Quindi nessuno conosce il porto.", "Nessuno conosce il porto."],
    ["pt", "Mas ninguém conhece o porto.", "Ninguém conhece o porto."],
    ["nl", "Maar niemand kent de haven.", "Niemand kent de haven."],
    ["pl", "Ale nikt nie zna portu.", "Nikt nie zna portu."],
    ["ru", "Но никто не знает порт.", "Никто не знает порт."],
  ];

  test.each(OPENINGS)("%s: “%s” never opens a moment, “%s” can", (language, bad, good) => {
    const rest = "Harbour market engine violin signal budget teacher river. ".repeat(4);
    // Long enough that a moment without the first sentence is too short.
    const open = (first: string) => {
      const talk = speak([`${first} ${rest}`], createRandom(1));
      return find(talk, { language, minSeconds: talk.parts[0]!.end - talk.parts[0]!.start - 0.2 }).moments.length > 0;
    };
    expect(open(good)).toBe(true);
    expect(open(bad)).toBe(false);
  });
});

describe("a prompt", () => {
  const talk = plant("en", 7);

  test("puts the passages about it first", () => {
    const { moments } = find(talk, { prompt: "Find the moments where the speaker talks about gardening and plants" });
    expect(moments[0]!.transcript).toContain("plants");
    expect(moments[0]!.reason).toContain("“plants”");
    const others = moments.filter(({ reason }) => reason.includes("does not mention"));
    expect(others.length).toBeGreaterThan(0);
    expect(moments.slice(-others.length)).toEqual(others);
    check(moments, talk);
  });

  test("is matched in other forms of its words", () => {
    const { moments } = find(talk, { keywords: ["conducting", "choirs"] });
    expect(moments[0]!.transcript).toContain("choir");
  });

  test("that nothing matches is named in the reason", () => {
    const { moments } = find(talk, { prompt: "quantum chromodynamics" });
    expect(moments.length).toBeGreaterThan(0);
    for (const { reason } of moments) expect(reason).toContain("nothing in the talk matches");
  });

  test("that only asks for the best moments changes nothing", () => {
    expect(find(talk, { prompt: "Find the best moments" })).toEqual(find(talk));
  });
});

/** Speaks a text without spaces, 0.18 s per character, in cues of a sentence without word times. */
function speakUnspaced(texts: readonly string[]): Spoken {
  const cues: Cue[] = [];
  let time = 0.5;
  for (const text of texts) {
    for (const sentence of text.match(/[^。？！]+[。？！]/g) ?? []) {
      cues.push({ start: time, end: time + 0.18 * sentence.length, text: sentence });
      time += 0.18 * sentence.length + 0.4;
    }
    time += 0.9;
  }
  return { cues, duration: time, levels: [], parts: [] };
}

describe("scripts without spaces", () => {
  const JA = [
    "今日は図書館の予定について少し話します。来月から開館時間が変わります。詳しくは掲示板を見てください。そして職員も増える予定です。新しい本棚も届きます。それは木でできています。",
    "なぜほとんどの人は朝の運動を続けられないのでしょうか。私は百人の会社員に聞きました。失敗の理由は靴の置き場所でした。靴を玄関に置いた人の九割は三か月続きました。秘密は意志ではなく距離です。だから私は毎晩ベッドの横に靴を置きます。",
    "庭の手入れは週末に行われます。水の少ない植物が選ばれました。昼休みに人々が集まります。でも雨の日は誰も来ません。小さな道が作られました。看板はまだありません。",
  ];
  const ZH = [
    "今天我们简单说一下图书馆的安排。下个月开放时间会改变。详细内容请看公告栏。然后工作人员也会增加。新的书架也快到了。它是木头做的。",
    "为什么大多数人坚持不了早晨跑步？我问了一百个上班族。失败的原因是鞋子放的位置。把鞋放在门口的人有九成坚持了三个月。秘密不是意志而是距离。记住，每天晚上把鞋子放在床边。",
    "花园的维护在周末进行。志愿者选择了需水少的植物。午休时人们在这里聚会。但是下雨天没有人来。小路已经修好了。牌子还没有做好。",
  ];

  test.each([
    ["Japanese", JA, "運動と靴について話している場面を探して", "靴", /^(?:そして|でも|それは|だから)/],
    ["Chinese", ZH, "找到谈跑步和鞋子的片段", "鞋", /^(?:然后|但是|它)/],
  ])("%s", (_, texts, prompt, word, forbidden) => {
    const talk = speakUnspaced(texts);
    const { basis, moments } = find(talk, { minSeconds: 10 });
    expect(basis).toBe("speech");
    expect(moments.length).toBeGreaterThan(1);
    check(moments, talk, { ...wanted, minSeconds: 10 });
    for (const { hook, title, transcript } of moments) {
      expect(hook).not.toMatch(forbidden);
      expect(transcript).toContain(title.replace(/[？]$/, ""));
      expect(transcript).not.toContain(" ");
    }
    const [first] = find(talk, { minSeconds: 10, prompt }).moments;
    expect(first!.transcript).toContain(word);
  });
});

describe("a video without words", () => {
  const random = createRandom(3);
  const talk = plant("en", 3);

  test("is cut in the pauses of its voice", () => {
    for (const cues of [undefined, [], [{ start: 3, end: 4, text: "Hello there." }]]) {
      const { basis, moments } = findMoments(read(talk), cues, wanted);
      expect(basis).toBe("sound");
      expect(moments.length).toBeGreaterThan(3);
      check(moments, talk);
      for (const { start, end, title, hook, transcript } of moments) {
        expect(title).toMatch(/^\d+:\d\d – \d+:\d\d$/);
        expect(hook).toBe("");
        expect(transcript).toBeUndefined();
        for (const cut of [start, end])
          expect(Math.max(...talk.levels.slice(Math.ceil(cut * 100) - 3, Math.floor(cut * 100) + 3))).toBeLessThan(-40);
      }
    }
  });

  test("shows its liveliest part first if it has action", () => {
    const duration = 600;
    const motion = Array.from({ length: duration }, (_, i) => (i >= 300 && i < 340 ? 0.3 : 0.02) + 0.01 * random());
    const cuts = Array.from({ length: 59 }, (_, i) => 10 * (i + 1));
    const { basis, moments } = findMoments({ duration, levels: [], cuts, motion, looks: [], pitches: [] }, undefined, {
      ...wanted,
      content: "action",
    });
    expect(basis).toBe("sound");
    check(moments, { duration });
    expect(measureOverlap(moments[0]!, { start: 300, end: 340 })).toBeGreaterThanOrEqual(0.5);
    for (const { start, end } of moments) for (const cut of [start, end]) expect(cut % 10).toBe(0);
    expect(moments[0]!.reason).toContain("from a cut to a cut");
  });

  test("has no moments if nothing in it is livelier than the rest", () => {
    const motion = Array<number>(600).fill(0.1);
    expect(
      findMoments({ duration: 600, levels: [], cuts: [], motion, looks: [], pitches: [] }, undefined, wanted).moments,
    ).toEqual([]);
  });

  test("has no moments if neither sound nor picture was measured", () => {
    expect(
      findMoments({ duration: 600, levels: [], cuts: [], motion: [], looks: [], pitches: [] }, undefined, wanted)
        .moments,
    ).toEqual([]);
  });
});

describe("unusual input", () => {
  const words = FILLER.en.join(" ");
  const INPUTS: [string, Reading, Cue[] | undefined][] = [
    [
      "a video shorter than the shortest moment",
      { duration: 10, levels: [], cuts: [], motion: [], looks: [], pitches: [] },
      [{ start: 0, end: 10, text: words }],
    ],
    [
      "a duration that is unknown",
      { duration: Number.NaN, levels: [], cuts: [], motion: [], looks: [], pitches: [] },
      undefined,
    ],
    [
      "cues without text",
      { duration: 300, levels: [], cuts: [], motion: [], looks: [], pitches: [] },
      [
        { start: 0, end: 5, text: "" },
        { start: 5, end: 5, text: "  " },
      ],
    ],
    [
      "one cue of three hours",
      { duration: 10800, levels: [], cuts: [], motion: [], looks: [], pitches: [] },
      [{ start: 0, end: 10800, text: `${words} `.repeat(60) }],
    ],
    [
      "one cue of three hours without punctuation",
      { duration: 10800, levels: [], cuts: [], motion: [], looks: [], pitches: [] },
      [{ start: 0, end: 10800, text: "word ".repeat(20000) }],
    ],
    [
      "levels that are not numbers",
      {
        duration: 100,
        levels: Array(10000).fill(Number.NaN),
        cuts: [Number.NaN, -4, 500],
        motion: [Number.NaN, 2],
        looks: [],
        pitches: [],
      },
      undefined,
    ],
    [
      "silence",
      { duration: 100, levels: Array(10000).fill(-90), cuts: [], motion: Array(100).fill(0), looks: [], pitches: [] },
      undefined,
    ],
    [
      "a constant tone",
      { duration: 100, levels: Array(10000).fill(-20), cuts: [], motion: [], looks: [], pitches: [] },
      undefined,
    ],
  ];

  test.each(INPUTS)("%s", (_, reading, cues) => {
    for (const content of ["auto", "talk", "screen", "action"] as const) {
      const { moments } = findMoments(reading, cues, { ...wanted, content });
      check(moments, reading);
      if (!(reading.duration >= 15)) expect(moments).toEqual([]);
    }
  });

  test("cues that overlap, are out of order, beyond the end or have words without length", () => {
    const random = createRandom(8);
    const talk = plant("en", 8);
    const cues: Cue[] = talk.cues
      .map((cue) => ({
        ...cue,
        start: cue.start - random(),
        end: random() < 0.1 ? Number.NaN : cue.end + random(),
        words: cue.words?.map((word) => (random() < 0.2 ? { ...word, end: word.start } : word)),
      }))
      .reverse();
    cues.push({ start: talk.duration + 5, end: talk.duration + 9, text: "Too late. Far too late." });
    cues.push({ start: -5, end: 2, text: "Too early." }, { start: 50, end: 40, text: "Backwards." });
    const { basis, moments } = findMoments(read(talk), cues, wanted);
    expect(basis).toBe("speech");
    expect(moments.length).toBeGreaterThan(3);
    check(moments, talk);
    expect(JSON.stringify(moments)).not.toContain("null");
    for (const { transcript } of moments) expect(transcript).not.toContain("Too late");
  });

  test("limits that make no sense", () => {
    const talk = plant("en", 2);
    expect(find(talk, { minSeconds: 60, maxSeconds: 20 }).moments).toEqual([]);
    expect(find(talk, { range: { start: 100, end: 50 } }).moments).toEqual([]);
    expect(find(talk, { range: { start: 5000, end: 6000 } }).moments).toEqual([]);
    check(find(talk, { minSeconds: Number.NaN, maxSeconds: Number.NaN }).moments, talk);
  });

  test("loud music that fills the pauses does not hide the moments", () => {
    const talk = plant("en", 4);
    const levels = talk.levels.map((level, i) => Math.max(level, -21 + Math.sin(i / 7)));
    const { basis, moments } = find({ ...talk, levels });
    expect(basis).toBe("speech");
    expect(moments.length).toBeGreaterThan(3);
  });
});

test("a clip has no pictures of the shots around it, if the camera changes in a pause", () => {
  const talk = plant("en", 3);
  const [first] = find(talk).moments;
  const words = talk.cues.flatMap((cue) => cue.words!);
  const opening = words.find(({ start }) => start >= first!.start)!.start;
  const closing = words.findLast(({ end }) => end <= first!.end)!.end;
  const cuts = [opening - 0.1, closing + 0.1];
  const [moved] = findMoments({ ...read(talk), cuts }, talk.cues, wanted).moments;
  expect(moved!.start).toBe(opening - 0.1);
  expect(moved!.end).toBeWithin(closing + 0.08, closing + 0.1);
  // One within a word is no reason to begin there.
  const [same] = findMoments({ ...read(talk), cuts: [opening + 0.05] }, talk.cues, wanted).moments;
  expect(same!.start).toBe(first!.start);
});

test("a clip begins with a question, not with its answer", () => {
  const question =
    "What does a house really cost? I asked 400 families in Denver, and the answer was a mistake in the second year. " +
    "They refinance the mortgage when the bank calls, and the clock starts again at zero. " +
    "One sheet of paper would have saved them, and nobody had told them. Write the end date on the fridge.";
  const [first] = find(speak([FILLER.en[6]!, question, FILLER.en[7]!], createRandom(3))).moments;
  expect(first!.hook).toStartWith("What does a house");
});

describe("a story in a talk", () => {
  const story =
    "If I could call the young man who opened that shop, I would tell him one sentence. " +
    "Sleep is the cheapest ingredient of all bread. " +
    "I worked for four hundred days without a break, and I was proud of it. " +
    "In the end I put salt instead of sugar into a wedding cake for two hundred guests. " +
    "The bride laughed, and the groom said that I looked like a ghost. " +
    "The next morning I hired another baker, and we have slept well since then.";

  /** The story between filler. The speaker pauses longer before one of the sentences. */
  function tell(beginning: string) {
    const talk = speak([FILLER.en[6]!, story, FILLER.en[7]!, FILLER.en[8]!], createRandom(3));
    const at = talk.cues.findIndex(({ text }) => text.startsWith(beginning));
    const move = <T extends { start: number; end: number }>(one: T): T => ({
      ...one,
      start: one.start + 1.5,
      end: one.end + 1.5,
    });
    const cues = talk.cues.map((cue, i) => (i < at ? cue : { ...move(cue), words: cue.words!.map(move) }));
    const silence = Array.from({ length: 150 }, () => -62);
    const levels = talk.levels.toSpliced(Math.round(100 * talk.cues[at]!.start) - 10, 0, ...silence);
    const { moments } = find({ ...talk, cues, levels, duration: talk.duration + 1.5 }, { minSeconds: 10 });
    return moments.filter(({ transcript = "" }) => /four hundred days|wedding cake/.test(transcript));
  }

  test("is one moment, also if the speaker pauses in it", () => {
    const whole = expect.stringMatching(/four hundred days.*wedding cake/);
    expect(tell("In the end").map(({ transcript }) => transcript)).toEqual([whole]);
  });

  test("ends before somebody asks about it, and its question is part of it", () => {
    const interview = [
      "Do you have a plan for every day? Once a week I do the work of the person with the lowest pay. " +
        "Each Sunday I wash the dishes in one of our shops from six until two. " +
        "In the first week I learned that the tap had been broken for eleven months. " +
        "No report will ever tell you about the tap.",
      "And do they laugh at you? Some of them do so now and then. It depends on the day.",
    ];
    const [first] = find(speak([FILLER.en[6]!, ...interview, FILLER.en[7]!], createRandom(3))).moments;
    expect(first!.transcript).toStartWith("Do you have a plan");
    expect(first!.transcript).toEndWith("about the tap.");
  });
});

/** A host and a guest. Each text is one person's. */
const INTERVIEW = [
  ["host", "Welcome back, everyone. Please subscribe. Today I have a baker with me who runs a shop with four ovens."],
  ["guest", "Thank you for having me. It is nice to be here. I listened to the show on the way."],
  ["host", "Do you think that machines will replace bakers?"],
  [
    "guest",
    "Machines replaced the worst part of my job, and I wish they had come sooner. We have a mixer that lifts eighty kilos of dough, so nobody has a bad back any more. Two years ago I bought a sensor for six thousand pounds that promised to know the weather. It was right half of the time. My apprentice, who is eighteen, is right nine times out of ten. Buy machines for the weight, and keep people for the judgement.",
  ],
  ["host", "Machines for the weight and people for the judgement. I will remember that one."],
  ["guest", "My apprentice will be glad to hear it. She asks for a raise every Friday."],
  ["host", "How much do you pay yourself?"],
  [
    "guest",
    "Nothing in the first two years, and that was wrong. I thought that a good owner eats last. In truth I hid a loss from myself. Helen made me write my own salary at the top of the sheet, before the flour and before the rent. For three months it hurt, and in the fourth we found the leaks. There was an insurance that we paid twice, and a fridge that cooled an empty room. Pay yourself first, because a business that needs a free worker is a hobby.",
  ],
  ["host", "A business that needs a free worker is a hobby. Wow. Okay. I need to let that sink in."],
  ["guest", "It took me some time as well. But it is true. I checked."],
  ["host", "Let us look at the slide, then."],
  [
    "guest",
    "These are the five steps of the loaf that we sell most. Mix on the first evening, and let the dough rest for forty minutes before the salt goes in. Fold it four times, half an hour apart. Shape it when a finger leaves a dent that comes back slowly. Then put it into the fridge for sixteen hours. Bake it straight from the fridge at two hundred and fifty degrees. If you remember only one number from this talk, remember sixteen hours.",
  ],
  ["host", "Sixteen hours. Okay. I wrote it down. That was lovely. Thanks for watching, everyone."],
] as const;

describe("a conversation", () => {
  const talk = speak(
    INTERVIEW.map(([, text]) => text),
    createRandom(8),
  );
  const turns = talk.parts.map((part, i) => ({ ...part, who: INTERVIEW[i]![0] }));
  const random = createRandom(9);
  const pitches = Array.from({ length: Math.ceil(talk.duration * 10) }, (_, i) => {
    const turn = turns.find(({ start, end }) => i / 10 >= start && i / 10 < end);
    return turn && random() > 0.3 ? (turn.who === "host" ? 7.7 : 7) + 0.2 * random() : 0;
  });
  const slide = turns[11]!;
  const reading: Reading = {
    ...read(talk),
    pitches,
    cuts: [slide.start - 0.3, slide.end + 0.3],
    looks: Array.from({ length: Math.ceil(talk.duration / 6) }, (_, i) => {
      const isSlide = 6 * i > slide.start && 6 * i < slide.end;
      return { time: 6 * i, layout: isSlide ? ("screen" as const) : ("two_faces" as const) };
    }),
  };
  const named = talk.cues.map((cue) => ({ ...cue, speaker: turns.find(({ end }) => cue.start < end)!.who }));
  const ways: [string, Reading, Cue[]][] = [
    ["by their voices", reading, talk.cues],
    ["by their names", { ...reading, pitches: [] }, named],
  ];

  test.each(ways)("of people who are told apart %s: clips hold a question and all of its answer", (_, heard, cues) => {
    const { moments } = findMoments(heard, cues, wanted);
    const shown = moments.map(({ hook, transcript = "" }) => [hook, /[^.?]+[.?]$/.exec(transcript)![0].trim()]);
    expect(shown.slice(0, 3).sort()).toEqual([
      [
        "Do you think that machines will replace bakers?",
        "Buy machines for the weight, and keep people for the judgement.",
      ],
      ["How much do you pay yourself?", "Pay yourself first, because a business that needs a free worker is a hobby."],
      [
        "These are the five steps of the loaf that we sell most.",
        "If you remember only one number from this talk, remember sixteen hours.",
      ],
    ]);
  });

  test("with one voice is a talk: nobody is told apart by how one person speaks", () => {
    const same = pitches.map((pitch) => (pitch > 0 ? 7 + 0.5 * random() : 0));
    expect(findMoments({ ...reading, pitches: same }, talk.cues, wanted)).toEqual(
      findMoments({ ...reading, pitches: [] }, talk.cues, wanted),
    );
  });
});

test("the pitch of a voice is that of its periods, without its lowest tones, too", () => {
  const meter = createPitchMeter();
  const sing = (pitch: number, isVoice = true) => {
    for (let i = 0; i < VOICE.rate; i++) {
      const angle = (2 * Math.PI * pitch * i) / VOICE.rate;
      meter.add(isVoice ? 0.1 * (Math.sin(2 * angle) + Math.sin(3 * angle) + 0.5 * Math.sin(5 * angle)) : 0);
    }
  };
  for (const pitch of [100, 140, 220]) sing(pitch);
  sing(0, false);
  const [low, middle, high, silence] = [5, 15, 25, 35].map((at) => meter.pitches[at]!);
  expect(low).toBeCloseTo(Math.log2(100), 1);
  expect(middle).toBeCloseTo(Math.log2(140), 1);
  expect(high).toBeCloseTo(Math.log2(220), 1);
  expect(silence).toBe(0);
  expect(meter.pitches).toHaveLength(40);
});

describe("a transcriber that repeats itself", () => {
  const talk = plant("en", 5);
  const phrase = "Thank you so much for watching this video.";
  /** Replaces what is said between two times by a phrase again and again. */
  const loop = (from: number, to: number): Cue[] => [
    ...talk.cues.filter(({ end }) => end <= from),
    ...Array.from({ length: Math.floor((to - from) / 3) }, (_, i) => {
      const start = from + 3 * i;
      const words = phrase.split(" ").map((word, k) => ({ word, start: start + 0.3 * k, end: start + 0.3 * k + 0.25 }));
      return { start, end: start + 2.4, text: phrase, words };
    }),
    ...talk.cues.filter(({ start }) => start >= to),
  ];

  test("for minutes makes no moment of it, with and without the times of words", () => {
    const best = talk.parts[talk.planted]!;
    const [from, to] = best.start > talk.duration / 2 ? [20, best.start - 20] : [best.end + 20, talk.duration - 20];
    expect(to - from).toBeGreaterThan(60);
    const cues = loop(from, to);
    for (const some of [cues, cues.map(({ words: _, ...cue }) => cue)]) {
      const { basis, moments } = findMoments(read(talk), some, wanted);
      expect(basis).toBe("speech");
      expect(moments.length).toBeGreaterThan(0);
      for (const { transcript } of moments) expect(transcript).not.toContain("Thank you so much");
      for (const { start, end } of moments) expect(end <= from + 1 || start >= to - 4).toBe(true);
    }
  });

  test("is no speaker who says something three times, or one word ten times", () => {
    for (const text of ["We will not stop here. ".repeat(3), `${"Never! ".repeat(10)} That was all.`]) {
      const spoken = speak([FILLER.en[0]!, text, FILLER.en[1]!], createRandom(2));
      const words = timeTalk(spoken.cues, spoken.duration, undefined);
      expect(dropLoops(words)).toEqual(words);
    }
  });
});
