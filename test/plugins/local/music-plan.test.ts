import { describe, expect, test } from "bun:test";
import { reviewLength } from "#plugins/local/music/duration";
import { GENRES } from "#plugins/local/music/genres";
import { planMusic } from "#plugins/local/music/plan";
import { reviewMusic } from "#plugins/local/music/review";

const of = (prompt: string) => planMusic({ prompt });

describe("a music prompt names its genre", () => {
  test.each([
    ["lo-fi beats to study to", "lofi"],
    ["LoFi chill", "lofi"],
    ["lo-fi hip-hop", "lofi"],
    ["boom bap hip-hop", "hiphop"],
    ["deep house", "house"],
    ["dark techno", "techno"],
    ["drill", "trap"],
    ["ambient soundscape", "ambient"],
    ["orchestral film score", "cinematic"],
    ["synth-pop", "pop"],
    ["pop punk for a skatepark", "punk"],
    ["indie guitar", "rock"],
    ["nu-disco, glitter", "disco"],
    ["80s outrun", "synthwave"],
    ["folk for a bakery", "acoustic"],
    ["bossa nova", "bossa"],
    ["uplifting corporate", "corporate"],
    ["drum & bass", "dnb"],
    ["reggaeton", "latin"],
    ["энергичный рок", "rock"],
    ["8-bit chiptune", "chiptune"],
    ["music for a retro video game", "chiptune"],
    ["Viennese waltz", "waltz"],
    ["вальс для свадьбы", "waltz"],
    ["a courtly piece for harpsichord", "baroque"],
    ["Cembalo, festlich", "baroque"],
    ["sad piano", "piano"],
    ["calm piano", "piano"],
    ["roots reggae", "reggae"],
    ["12 bar blues", "blues"],
    ["country road trip", "country"],
    ["gospel choir", "gospel"],
    ["heavy metal", "metal"],
    ["afrobeats", "afrobeats"],
    ["amapiano", "amapiano"],
    ["salsa", "salsa"],
    ["cumbia", "cumbia"],
    ["tango", "tango"],
    ["irish jig", "celtic"],
    ["dubstep", "dubstep"],
    ["flamenco", "flamenco"],
  ])("%s → %s", (prompt, genre) => {
    expect(of(prompt).genre).toBe(genre as never);
  });

  test.each([
    ["a trapeze act", "pop"],
    ["gift wrapping ideas", "pop"],
    ["a house tour, calm", "ambient"],
    ["sheet metal parts", "pop"],
    ["proud of our country", "corporate"],
    ["chips and salsa", "pop"],
    ["lo-fi with soft piano", "lofi"],
    ["rock climbing, epic", "cinematic"],
    ["no jazz, just techno", "techno"],
  ])("only by whole words that mean it: %s → %s", (prompt, genre) => {
    expect(of(prompt).genre).toBe(genre as never);
  });
});

test("the documents list every genre", async () => {
  const page = (await Bun.file("docs/vendors.md").text()).replace(/\s+/g, " ");
  const list = /a genre: (.*?)\. Related/.exec(page)?.[1]?.split(", ");
  expect(list).toEqual(
    Object.values(GENRES)
      .map(({ label }) => label)
      .sort((a, b) => a.localeCompare(b)),
  );
});

describe("a music prompt names its key", () => {
  test.each([
    ["lofi, A minor, 80 bpm", "A minor"],
    ["calm piano (A minor)", "A minor"],
    ["sad piano in a minor", "A minor"],
    ["deep house Am", "A minor"],
    ["techno F#m 130 bpm", "F# minor"],
    ["pop Bbmaj", "Bb major"],
    ["f# minor trap", "F# minor"],
    ["c sharp minor ballad", "C# minor"],
    ["ruhiges Klavier in a-moll", "A minor"],
    ["Marsch in B-Dur", "Bb major"],
    ["Walzer in Es-Dur", "Eb major"],
    ["h-moll, Cello", "B minor"],
    ["piano en la mineur", "A minor"],
    ["guitarra en do mayor", "C major"],
    ["piano in sol maggiore", "G major"],
  ])("%s → %s", (prompt, key) => {
    expect(of(prompt).keyName).toBe(key);
  });

  test.each(["music for a minor league team", "Am I dreaming, ambient", "a major brand, pop"])(
    "%s names none",
    (prompt) => {
      const keys = new Set(Array.from({ length: 12 }, (_, seed) => planMusic({ prompt, seed }).keyName));
      expect(keys.size).toBeGreaterThan(1);
    },
  );
});

describe("a music prompt sets tempo, key and mood", () => {
  test.each([
    ["house, 120 bpm", 120],
    ["92-96 BPM rap", 94],
    ["tempo 75, ambient", 75],
    ["999 bpm", 220],
    ["presto", 172],
    ["deep house 118", 118],
    ["deep house, 118, for a gym", 118],
    ["118, deep house", 118],
    ["afrobeats at 104 for a 30 s ad", 104],
    ["lofi 84 in A minor", 84],
    ["техно 132", 132],
  ])("%s → %i bpm", (prompt, bpm) => {
    expect(of(prompt).bpm).toBe(bpm);
  });

  test.each([
    "disco for 120 guests",
    "disco, 120 guests",
    "disco, 120 s",
    "disco from 1978",
    "studio 54, disco",
    "disco, 16:9",
    "disco, 120 % fun",
    "happy disco at 40",
    "disco for flight 118",
  ])("%s names no tempo", (prompt) => {
    const tempos = new Set(Array.from({ length: 12 }, (_, seed) => planMusic({ prompt, seed }).bpm));
    expect(tempos.size).toBeGreaterThan(2);
  });

  test.each([
    ["waltz", "3/4"],
    ["lo-fi in 3/4", "3/4"],
    ["pop ballad in 6/8", "6/8"],
    ["waltz in 6/8", "6/8"],
    ["jazz waltz", "3/4"],
    ["Musik im Dreivierteltakt", "3/4"],
    ["jazz in 5/4", "5/4"],
    ["rock in 7/8", "7/8"],
    ["celtic in 4/4", "4/4"],
    ["slow soul, 12/8", "12/8"],
    ["rock, 16:9, 24/7", "4/4"],
  ] as const)("%s is in %s", (prompt, metre) => {
    expect(of(prompt).metre).toBe(metre);
  });

  test.each(["epic trailer", "orchestral, builds up", "techno with a long crescendo"])(
    "%s grows to its end",
    (prompt) => {
      expect(of(prompt).form).toBe("build");
    },
  );

  test("slow is slower than usual and fast is faster", () => {
    const bpm = (prompt: string) => planMusic({ prompt, seed: 4 }).bpm;
    expect(bpm("slow funk")).toBeLessThan(104);
    expect(bpm("fast funk")).toBeGreaterThan(118);
  });

  test.each([
    ["cinematic in C# minor", "C# minor"],
    ["key of e flat, major key", "Eb"],
    ["jazz in Bb", "Bb"],
    ["Bb minor ballad", "Bb minor"],
    ["techno, phrygian", "phrygian"],
  ])("%s → %s", (prompt, key) => {
    expect(of(prompt).keyName).toContain(key);
  });

  test("a major brand is not A major", () => {
    const keys = new Set(
      [1, 2, 3, 4, 5, 6].map((seed) => planMusic({ prompt: "sad music for a major brand", seed }).keyName),
    );
    expect(keys.size).toBeGreaterThan(2);
    for (const key of keys) expect(key).toEndWith("minor");
  });

  test("a mood decides between major and minor", () => {
    for (let seed = 0; seed < 8; seed++) {
      expect(planMusic({ prompt: "sad pop", seed }).key.mode).toBe("minor");
      expect(["major", "mixolydian"]).toContain(planMusic({ prompt: "happy pop", seed }).key.mode);
    }
  });
});

describe("a music prompt picks its instruments", () => {
  test("what is asked for plays", () => {
    const plan = of("pop with ukulele, strings and flute");
    expect(plan.voices).toMatchObject({ chords: "ukulele", pad: "strings", lead: "flute" });
    expect(of("chill rhodes").voices.chords).toBe("epiano");
    expect(of("rock guitar").voices.chords).toBe("driveGuitar");
    expect(of("ambient with soft drums").drums).toBe(true);
    expect(of("trap with harpsichord").voices.chords).toBe("harpsichord");
    expect(of("funk with a square wave lead").voices.lead).toBe("square");
    expect(of("pop with accordion").voices.lead).toBe("accordion");
  });

  test.each([
    "house without drums",
    "no drums or bass, house",
    "drumless house",
    "house, no drums and bass",
    "beatless house",
  ])("%s has none", (prompt) => {
    expect(of(prompt).drums).toBe(false);
    expect(of(prompt).genre).toBe("house");
  });

  test("what is ruled out does not play, and what follows it does", () => {
    const plan = of("lo-fi, no drums, piano and strings");
    expect(plan).toMatchObject({ drums: false, voices: { chords: "piano", pad: "strings" } });
    expect(of("no drums, bass or guitar, rock").voices.bass).toBeNull();
    const noGuitar = Object.values(of("rock without guitars").voices).join();
    expect(noGuitar).not.toContain("Guitar");
  });

  test("a solo instrument plays alone", () => {
    const plan = of("sad solo piano");
    expect(plan.drums).toBe(false);
    expect(new Set(Object.values(plan.voices))).toEqual(new Set(["piano", null]));
  });
});

describe("a music prompt sets the length", () => {
  test.each([
    ["30 seconds of jazz", 30],
    ["a 45-second pop song", 45],
    ["15s sting", 15],
    ["1:30 of techno", 90],
    ["two minutes, ambient", 120],
    ["half a minute of funk", 30],
    ["a minute and a half of funk", 90],
    ["1 min 15 sec", 75],
    ["1.5 minutes", 90],
    ["60s ad", 60],
    ["3 seconds", 3],
    ["3 minutes", 180],
    ["five minutes", 300],
  ])("%s → %i s", (prompt, seconds) => {
    expect(of(prompt).seconds).toBe(seconds);
  });

  test.each([
    "80s synthwave",
    "60s rock",
    "a 9:16 video",
    "a drop every 5 seconds",
    "a hook in the first 3 seconds",
    "fades in over 5 seconds",
  ])("%s names no length", (prompt) => {
    const { seconds } = of(prompt);
    expect(seconds).toBeGreaterThanOrEqual(30);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test("a given length wins, within 3 to 300 s", () => {
    expect(planMusic({ prompt: "two minutes", seconds: 20 }).seconds).toBe(20);
    expect(planMusic({ prompt: "x", seconds: 1 }).seconds).toBe(3);
    expect(planMusic({ prompt: "x", seconds: 900 }).seconds).toBe(300);
  });

  test("more than five minutes is a problem of the field that asks for it", () => {
    expect(reviewLength({ prompt: "ambient, 5 minutes" })).toEqual({});
    expect(reviewLength({ prompt: "ten minutes of ambient" }).prompt).toContain("600 seconds");
    expect(Object.keys(reviewLength({ prompt: "30 s", style: "6 minutes" }))).toEqual(["style"]);
  });
});

describe("style and title", () => {
  test("the style wins over the prompt where both speak, and the prompt fills the rest", () => {
    const plan = planMusic({
      prompt: "happy house with piano, 120 bpm, 20 seconds",
      style: "dark ambient, 70 bpm, no piano",
    });
    expect(plan).toMatchObject({ genre: "ambient", mood: "dark", bpm: 70, seconds: 20 });
    expect(Object.values(plan.voices)).not.toContain("piano");
  });

  test.each([
    ["Make me a 30 second upbeat house track for a gym ad", "Upbeat House for a Gym Ad"],
    ["please create a calm piano song, 70 bpm", "Calm Piano"],
    ["静かな朝のピアノ。三十秒", "静かな朝のピアノ"],
    ["موسيقى هادئة", "موسيقى هادئة"],
    ["épique, à la Zimmer", "Épique"],
  ])("%s → “%s”", (prompt, title) => {
    expect(of(prompt).title).toBe(title);
  });

  test("a prompt without words gets a title all the same", () => {
    expect(of("🎵🎵").title).toStartWith("Pop in ");
  });

  test("a given title is kept on one line, cut to 200 characters and never inside one", () => {
    expect(planMusic({ prompt: "x", title: "  Night\n Drive\u0007 " }).title).toBe("Night Drive");
    const long = planMusic({ prompt: "x", title: "👩‍👩‍👧‍👦".repeat(60) }).title;
    expect([...long].length).toBeLessThanOrEqual(200);
    expect(long).toBe("👩‍👩‍👧‍👦".repeat(28));
    expect(planMusic({ prompt: "calm", title: " " }).title).toBe("Calm");
  });

  test("the same prompt gives the same plan, another seed another", () => {
    expect(of("funk")).toEqual(of("funk"));
    expect(planMusic({ prompt: "funk", seed: 1 })).not.toEqual(planMusic({ prompt: "funk", seed: 2 }));
  });
});

test("vocals are refused before a job starts; sounds and a wish for none are not", () => {
  for (const prompt of ["R&B with female vocals", "lyrics: we are young", "Popsong mit Gesang", "bolero con voz"])
    expect(Object.keys(reviewMusic({ prompt })), prompt).toEqual(["prompt"]);
  expect(Object.keys(reviewMusic({ prompt: "pop", instrumental: false }))).toEqual(["instrumental"]);
  for (const prompt of ["house with vocal chops", "lo-fi without any female vocals", "choir pads", "con piano"])
    expect(reviewMusic({ prompt }), prompt).toEqual({});
});
