import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "#core/observability/log";
import { createEmbedder } from "#plugins/embedder/embedder";
import { spellOut } from "#plugins/embedder/hashtags";
import { createQueue } from "#plugins/embedder/queue";
import { createTokenizer } from "#plugins/embedder/wordpiece";
import bundled from "../../plugins/embedder/model/model.json";

const BUNDLED = join(import.meta.dir, "../../plugins/embedder/model");
/** A transformers.js model of 16 dimensions that knows 700 words. */
const MODEL = join(import.meta.dir, "small-encoder");
const DIMENSIONS = 16;
const log = createLog({ level: "silent", format: "text" });
const never = new AbortController().signal;
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);

let cacheDir: string;
beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), "vireo-models-"));
});
afterAll(() => rm(cacheDir, { recursive: true, force: true }));
const start = (more: { model?: string } = {}) => createEmbedder({ dtype: "q8", offline: true, cacheDir, log, ...more });

describe("the bundled model", () => {
  test("is the one that its card names: new files need a new id", async () => {
    for (const [file, sum] of Object.entries(bundled.sha256)) {
      const bytes = await Bun.file(join(BUNDLED, file)).bytes();
      expect(new Bun.CryptoHasher("sha256").update(bytes).digest("hex")).toBe(sum);
    }
  });

  test("gives vectors of length 1, one for each text and in order, however many", async () => {
    const { engine, stop } = start();
    try {
      const texts = Array.from({ length: 50 }, (_, at) => `${"word ".repeat(at % 7)}number ${at}`);
      const many = await engine.embed(texts, never);
      expect(many).toHaveLength(50);
      for (const vector of many) {
        expect(vector).toHaveLength(bundled.dimensions);
        expect(dot(vector, vector)).toBeCloseTo(1, 4);
      }
      const [alone] = await engine.embed([texts[33]!], never);
      expect(alone).toEqual(many[33]!);
      const [cat, feline, tax] = await engine.embed(
        ["a cat on a sofa", "my feline friend", "income tax return"],
        never,
      );
      expect(dot(cat!, feline!)).toBeGreaterThan(dot(cat!, tax!) + 0.1);
      const [bread, brot, pan, pot, gift] = await engine.embed(
        ["bake bread", "Brot backen", "hornear pan casero", "pan", "gift"],
        never,
      );
      expect(dot(bread!, brot!)).toBeGreaterThan(0.8);
      expect(dot(bread!, pan!)).toBeGreaterThan(dot(bread!, pot!) + 0.2);
      expect(dot(gift!, (await engine.embed(["a present for a friend"], never))[0]!)).toBeGreaterThan(0.3);
      expect(await engine.embed([], never)).toEqual([]);
      expect(await engine.embed(["", "🍞", "日本語", "x".repeat(20_000)], never)).toHaveLength(4);
    } finally {
      await stop();
    }
  });

  test("tells similar languages apart, and knows words in forms that no list has", async () => {
    const { engine, stop } = start();
    try {
      const pairs = [
        ["donna forte", "strong woman"],
        ["ekmek yapıyorum", "making bread"],
        ["çorba içiyorduk", "drinking soup"],
        ["die Küche aufzuräumen", "tidy up the kitchen"],
        ["casos sin resolver", "unsolved cases"],
      ];
      const cosines = await Promise.all(
        pairs.map(async (pair) => {
          const [foreign, english] = await engine.embed(pair, never);
          return dot(foreign!, english!);
        }),
      );
      for (const [at, cosine] of cosines.entries()) expect(cosine, pairs[at]![0]).toBeGreaterThan(0.6);
    } finally {
      await stop();
    }
  });

  test("finds the word that a question in another language asks for in a long text about other things", async () => {
    const { engine, stop } = start();
    try {
      const long = "my whole sunday in the garden with the kids, the dog, two broken chairs and a sourdough";
      const texts = [long, "chairs for a garden party", "Mein Sonntag im Garten und ein Brot", ""];
      const asked = "ein Brot backen";
      const [whole, other, german, empty] = (await engine.compareWords!(asked, texts, never)) ?? [];
      expect(whole!).toBeGreaterThan(other! + 0.2);
      expect(german!).toBeGreaterThan(whole! - 0.1);
      expect(empty).toBe(0);
      // English questions gain nothing from it.
      expect(await engine.compareWords!("bake a bread", texts, never)).toBeUndefined();
      expect(await engine.compareWords!("", texts, never)).toBeUndefined();
      const embedded = engine.embed(Array(200).fill("a text of an import"), never);
      await engine.compareWords!(asked, texts, never);
      expect(await Promise.race([embedded, "not yet"])).toBe("not yet");
      await embedded;
    } finally {
      await stop();
    }
    expect(engine.compareWords!("late", ["late"], never)).rejects.toThrow("stopped");
  });

  test("two texts seen together are alike by their numbers and by what each says alone", async () => {
    const { engine, stop } = start();
    try {
      const text = "Three cheap dinners for a family";
      const texts = [
        "Ten cheap dinners for a family",
        "3 low cost meals for the whole family",
        text,
        "a van repair",
        "",
      ];
      const [ten, reworded, same, other, empty] = await engine.compareTexts!(text, texts, never);
      const [vector, tenVector, rewordedVector] = await engine.embed([text, ...texts.slice(0, 2)], never);
      expect(dot(vector!, tenVector!)).toBeGreaterThan(dot(vector!, rewordedVector!));
      expect(reworded!).toBeGreaterThan(ten! + 0.1);
      expect(same).toBe(1);
      expect(other!).toBeLessThan(0.2);
      expect(empty).toBe(0);
      expect(await engine.compareTexts!("", texts, never)).toEqual(new Float32Array(5));
    } finally {
      await stop();
    }
  });

  test("ends cleanly in the midst of work; what was not begun is refused", async () => {
    const { engine, stop } = start();
    await engine.embed(["warm"], never);
    const work = engine.embed(Array(2000).fill("a text that takes its time to embed"), never);
    work.catch(() => {});
    await stop();
    expect(work).rejects.toThrow("stopped");
    expect(engine.embed(["late"], never)).rejects.toThrow("stopped");
  });
});

describe("another model", () => {
  test("is a directory by its path, serves beside the bundled one, and has an id of its own", async () => {
    const { engine, stop } = start({ model: MODEL });
    try {
      expect(engine.model).not.toBe(bundled.id);
      const earlier = engine.forModel?.(bundled.id);
      expect(earlier?.model).toBe(bundled.id);
      const [[a], [b]] = await Promise.all([engine.embed(["bread"], never), earlier!.embed(["bread"], never)]);
      expect(a).toHaveLength(DIMENSIONS);
      expect(b).toHaveLength(bundled.dimensions);
      expect(engine.dimensions).toBe(DIMENSIONS);
      expect(engine.forModel?.("/no/such/directory q8")).toBeUndefined();
      expect(engine.forModel?.("openai-text-3")).toBeUndefined();
    } finally {
      await stop();
    }
  });

  test("that does not exist is told at once for a directory, at first use for a name, and can be tried again", async () => {
    expect(() => start({ model: "./no/such/model" })).toThrow("is not a model directory");
    const { engine, stop } = start({ model: "nobody/no-such-model" });
    try {
      for (let i = 0; i < 2; i++) {
        const failed = await engine.embed(["a"], never).catch((error: unknown) => error);
        expect(failed).toMatchObject({ name: "EngineError", code: "model_unreadable" });
      }
    } finally {
      await stop();
    }
  });
});

describe("a model by its name", () => {
  const NAME = "somebody/small-encoder";
  /** Plays the hub, with the small model's files under another name. */
  function startHub() {
    const asked: string[] = [];
    const state = { cutOff: false };
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        const { pathname } = new URL(request.url);
        const file = Bun.file(join(MODEL, pathname.replace(`/${NAME}/resolve/main/`, "")));
        asked.push(pathname);
        if (!pathname.startsWith(`/${NAME}/`) || !(await file.exists())) return new Response("none", { status: 404 });
        return new Response(state.cutOff && pathname.endsWith(".onnx") ? file.slice(0, 1000) : file);
      },
    });
    return { hub: server.url.href, asked, state, stop: () => server.stop(true) };
  }

  /** A data directory, and embedders on it. */
  async function place() {
    const kept = await mkdtemp(join(tmpdir(), "vireo-hub-"));
    const hub = startHub();
    const lines: string[] = [];
    const collect = createLog({ level: "info", format: "json", write: (line) => void lines.push(line) });
    return {
      hub,
      lines,
      kept: join(kept, "q8", NAME),
      /** Embeds a text, and says what became of it. */
      async tried(more: object = {}) {
        const options = { dtype: "q8", offline: false, hub: hub.hub, cacheDir: kept, log: collect, model: NAME };
        const { engine, stop } = createEmbedder({ ...options, ...more });
        try {
          const [vector] = await engine.embed(["a text"], never).catch((error: Error) => [error.message]);
          return { result: vector!, check: await engine.check!() };
        } finally {
          await stop();
        }
      },
      async end() {
        await hub.stop();
        await rm(kept, { recursive: true });
      },
    };
  }

  test("is downloaded once, with progress and its digest in the log; from then on no hub is needed", async () => {
    const at = await place();
    try {
      expect((await at.tried()).result).toHaveLength(DIMENSIONS);
      const told = at.lines.map((line) => JSON.parse(line));
      const percents = told.flatMap(({ percent }) => percent ?? []);
      expect(percents.length).toBeGreaterThan(1);
      expect(percents).toEqual(percents.toSorted((a: number, b: number) => a - b));
      const { sha256 } = told.at(-1);
      const sums = await Bun.file(join(at.kept, "SHA256SUMS")).text();
      expect(new Bun.CryptoHasher("sha256").update(sums).digest("hex")).toBe(sha256);
      expect(sums).toMatch(/^[0-9a-f]{64} {2}onnx\/model_quantized.onnx$/m);
      expect(sums).not.toContain(".tmp.");

      const asked = at.hub.asked.length;
      expect((await at.tried()).result).toHaveLength(DIMENSIONS);
      expect((await at.tried({ offline: true, sha256 })).result).toHaveLength(DIMENSIONS);
      expect(at.hub.asked).toHaveLength(asked);
    } finally {
      await at.end();
    }
  });

  test("is refused when a file changed after the download, is gone or was added, by that file's name", async () => {
    const at = await place();
    try {
      await at.tried();
      const path = join(at.kept, "tokenizer_config.json");
      const before = await Bun.file(path).text();
      await Bun.write(path, `${before} `);
      const { result, check } = await at.tried();
      expect(result).toMatch(/tokenizer_config.json is not the file that was downloaded \(SHA-256 [0-9a-f]{64}, not/);
      expect(result).toContain(`Remove ${at.kept}`);
      expect(check).toEqual({ ok: false, detail: result as string });
      await rm(path);
      expect((await at.tried()).result).toContain("tokenizer_config.json is missing");
      await Bun.write(path, before);
      await Bun.write(join(at.kept, "more.json"), "{}");
      expect((await at.tried()).result).toContain("more.json was added");
      await rm(join(at.kept, "more.json"));
      expect((await at.tried()).result).toHaveLength(DIMENSIONS);
    } finally {
      await at.end();
    }
  });

  test("is refused when it is not the one that the operator expects, at the download and later", async () => {
    const at = await place();
    try {
      const sha256 = "0".repeat(64);
      const first = String((await at.tried({ sha256 })).result);
      expect(first).toMatch(/its files have the digest [0-9a-f]{64}, but settings.embedder.sha256 expects 000/);
      expect(await Bun.file(join(at.kept, "SHA256SUMS")).exists()).toBe(false);
      const [, real] = /digest ([0-9a-f]{64})/.exec(first)!;
      expect((await at.tried({ sha256: real! })).result).toHaveLength(DIMENSIONS);
      expect((await at.tried({ sha256 })).result).toContain("expects 000");
    } finally {
      await at.end();
    }
  });

  test("is not looked for when offline, and may be brought by hand", async () => {
    const at = await place();
    try {
      expect((await at.tried({ offline: true })).result).toContain(
        `it is not in ${at.kept}, and downloads are disabled`,
      );
      expect(at.hub.asked).toEqual([]);
      await cp(MODEL, at.kept, { recursive: true });
      expect((await at.tried({ offline: true })).result).toHaveLength(DIMENSIONS);
      expect(at.hub.asked).toEqual([]);
    } finally {
      await at.end();
    }
  });

  test("is downloaded anew after a download that was cut off", async () => {
    const at = await place();
    try {
      at.hub.state.cutOff = true;
      expect((await at.tried()).result).toContain("Could not open the model");
      at.hub.state.cutOff = false;
      expect((await at.tried()).result).toHaveLength(DIMENSIONS);
    } finally {
      await at.end();
    }
  });
});

describe("the queue", () => {
  const vectors = (texts: readonly string[]) => texts.map((text) => Float32Array.of(text.length));

  test("lets a question pass before the rest of an import", async () => {
    const ran: number[] = [];
    const queue = createQueue({
      async run(texts) {
        ran.push(texts.length);
        await Bun.sleep(1);
        return vectors(texts);
      },
    });
    const ends: string[] = [];
    const large = queue.add(Array(100).fill("import"), never).then(() => ends.push("import"));
    const small = queue.add(["question"], never).then(() => ends.push("question"));
    await Promise.all([large, small]);
    expect(ends).toEqual(["question", "import"]);
    expect(ran.slice(0, 2)).toEqual([16, 1]);
  });

  test("lets an import wait after a question, goes on at the next one, and is never held up for good", async () => {
    const ran: string[] = [];
    const queue = createQueue({
      restMs: 60_000,
      async run(texts) {
        ran.push(texts[0]!);
        return vectors(texts);
      },
    });
    await queue.add(["first"], never);
    const large = queue.add(Array(40).fill("import"), never);
    await Bun.sleep(20);
    expect(ran).toEqual(["first"]);
    await queue.add(["second"], never);
    await Bun.sleep(20);
    expect(ran).toEqual(["first", "second", "import"]);
    // Two at once: what rested once for a batch does not rest again.
    await Promise.all([queue.add(["third"], never), queue.add(["fourth"], never)]);
    await Bun.sleep(20);
    expect(ran.slice(3)).toEqual(["third", "fourth", "import"]);
    await queue.add(["fifth"], never);
    await large;
  });

  test("serves who comes the moment it has emptied, and gives each its own texts back", async () => {
    const queue = createQueue({ run: async (texts) => vectors(texts) });
    for (let i = 1; i < 50; i++) {
      const lengths = Array.from({ length: i }, (_, at) => ((at * 7) % i) + 1);
      const got = await queue.add(
        lengths.map((length) => "x".repeat(length)),
        never,
      );
      expect(got.map(([length]) => length)).toEqual(lengths);
    }
  });

  test("drops what was given up, and a failure is its asker's alone", async () => {
    const queue = createQueue({
      async run(texts) {
        await Bun.sleep(1);
        if (texts.includes("bad")) throw new Error("bad text");
        return vectors(texts);
      },
    });
    const given = new AbortController();
    const first = queue.add(Array(40).fill("abc"), given.signal).catch((error: unknown) => error);
    const bad = queue.add(["bad"], never).catch((error: unknown) => error);
    const good = queue.add(["good"], never);
    given.abort(new Error("gone"));
    expect(await first).toMatchObject({ message: "gone" });
    expect(await bad).toMatchObject({ message: "bad text" });
    expect(await good).toEqual([Float32Array.of(4)]);
  });
});

test("words become the longest tokens that they consist of, without accents; marks, emoji and Chinese characters stand alone", () => {
  const tokens = ["[UNK]", "cafe", "un", "##believ", "##able", "!", "🍞", "日", "本", "s", "'", "##s"];
  const tokenize = createTokenizer(new Map(tokens.map((token, id) => [token, id])));
  const read = (text: string) => tokenize(text).map((id) => tokens[id]);
  expect(read("Unbelievable CAFÉS!")).toEqual(["un", "##believ", "##able", "cafe", "##s", "!"]);
  expect(read("café's🍞日本\u200b")).toEqual(["cafe", "'", "s", "🍞", "日", "本"]);
  expect(read(`unknown ${"un".repeat(60)} 👩‍🍳`)).toEqual(["[UNK]", "[UNK]", "[UNK]", "[UNK]"]);
  expect(read(" \u0000 ")).toEqual([]);
});

test("hashtags are read as the words they are made of", () => {
  const vocabulary = new Set(["meal", "prep", "clean", "home", "gym", "a", "recipe", "me", "alp"]);
  expect(spellOut("Sunday #MealPrep #meal_prep #mealprep", vocabulary)).toBe("Sunday Meal Prep meal prep meal prep");
  expect(spellOut("#cleantok #homerecipes #qwertz #gym", vocabulary)).toBe("clean home recipes qwertz gym");
});
