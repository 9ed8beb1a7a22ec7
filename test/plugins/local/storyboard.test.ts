import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { listSceneTexts, type Scene } from "vireo/slots/storyboard";
import { Storyboard } from "#modules/videos/schema";
import { addSeconds, keepScenes, writeLiteralStoryboard, writePoster } from "#plugins/local/storyboard/index";
import { countWords } from "#plugins/local/storyboard/text";
import { estimateReading } from "#plugins/local/storyboard/timing";
import prompts from "./storyboard-prompts.json";

interface Expected {
  prompt: string;
  /** Words that must be shown, in one scene each. */
  must: string[];
  never?: string[];
  warns?: string[];
  /** The text of the last scene. */
  cta?: string;
}

const board = (prompt: string, duration = 30, media: string[] = []) =>
  writeLiteralStoryboard({ prompt }, { duration, media });
const textOf = (scenes: readonly Scene[]): string => scenes.flatMap(listSceneTexts).join("\n");
const measureCpu = (prompt: string): number => {
  const before = process.cpuUsage();
  board(prompt);
  const { user, system } = process.cpuUsage(before);
  return user + system;
};
const kinds = (scenes: readonly Scene[]) => scenes.map(({ kind }) => kind).join(" ");
const codes = (prompt: string, duration?: number) => board(prompt, duration).warnings.map(({ code }) => code);

test.each([
  "هدية مع كل طلب فوق 200 ريال.",
  "150 TL üzeri siparişlerde kargo bedava.",
  "5,000円以上のお買い上げで粗品進呈。",
  "Подарок при заказе свыше 3000 руб.",
  "Agua de jamaica gratis en consumo mayor a $150.",
])("the amount from which an order gets a gift is not a price: %s", (prompt) => {
  const { scenes } = writeLiteralStoryboard({ prompt: `Nova. ${prompt}` }, { duration: 15, media: [] });
  expect(scenes.map(({ kind }) => kind)).not.toContain("price");
});

test("words of plain text are counted as a segmenter counts them", () => {
  const segmenter = new Intl.Segmenter("und", { granularity: "word" });
  const count = (text: string) => Array.from(segmenter.segment(text)).filter(({ isWordLike }) => isWordLike).length;
  const signs = fc.constantFrom(..."abcXYZ0123456789 .,;:'_-–’\n!?/@%(é".split(""));
  const texts = fc.array(signs, { maxLength: 40 }).map((own) => own.join(""));
  fc.assert(
    fc.property(texts, (text) => expect(countWords(text)).toBe(count(text))),
    { numRuns: 2000 },
  );
});

test("a weight in pounds is not a price", () => {
  const cat = board("Meet Biscuit, our new clinic cat. She weighs 13 pounds and hates Mondays. Visit us at Oak Vet.");
  expect(kinds(cat.scenes)).not.toContain("price");
  expect(textOf(cat.scenes)).toContain("She weighs 13 pounds and hates Mondays");
  expect(kinds(board("Great haircuts. Only 13 pounds. Snip, 4 High Street.").scenes)).toContain("price");
});

test("what follows the ingredients of a perfume is no step", () => {
  const { scenes } = board("Night Oud. Ingredients: oud, saffron, amber. It lasts twelve hours. Order it at Nada.");
  expect(kinds(scenes)).not.toContain("step");
});

test("the price behind an age is one", () => {
  expect(board("Curl & Co. Kids under 10 £18").scenes.at(-1)).toMatchObject({ kind: "price", text: "£18" });
});

test("two calls that belong together stay where they are", () => {
  const { scenes } = board("Trattoria Nona. Come hungry. Leave slow. Cooking since 1962. Open every evening from six.");
  const texts = scenes.map(({ text }) => text);
  expect(texts.indexOf("Leave slow")).toBe(texts.indexOf("Come hungry") + 1);
  expect(texts.indexOf("Leave slow")).toBeLessThan(texts.indexOf("Cooking since 1962"));
});

test("prices in a row are a menu, a former and a present price are not", () => {
  const menu = (prompt: string) => board(prompt).scenes.find(({ kind }) => kind === "menu")?.text;
  expect(menu("Mini golf is open again! $14 adults $7 kids. Glow balls after dark.")).toBe("$14 adults\n$7 kids");
  expect(menu("Park wodny. Dorośli 30 zł dzieci 15 zł. Otwarte od 9.")).toBe("Dorośli 30 zł\nDzieci 15 zł");
  expect(menu("Sneakers. Was $79 now $49. Only today.")).toBeUndefined();
  expect(
    textOf(board("Frutería Paqui. Hoy: cerezas a 3,90 €/kg, sandía a 0,99 €/kg y tomate rosa a 2,50 €/kg.").scenes),
  ).toContain("\nTomate rosa a 2,50 €/kg");
});

test("prizes of a raffle are shown with their number", () => {
  const { scenes } = board("1. Preis: ein Rad\n2. Preis: ein Korb mit Wein\n3. Preis: ein Gutschein\nLose für 2 Euro");
  expect(scenes.slice(0, 3).map(({ text, subtext }) => [text, subtext])).toEqual([
    ["Ein Rad", "1. Preis"],
    ["Ein Korb mit Wein", "2. Preis"],
    ["Ein Gutschein", "3. Preis"],
  ]);
});

test("each step of a numbered list is shown, whatever it says", () => {
  const japanese = "①前の夜に玄関に置く\n②スマホと鍵はいつも同じ場所\n③出る前に声に出して確認\n縦動画、文字は大きめ";
  expect(textOf(board(japanese).scenes)).toContain("出る前に声に出して確認");
  const chinese = textOf(board("第一步 备份照片和通讯录\n第二步 退出所有账号\n第三步 恢复出厂设置").scenes);
  for (const step of ["第一步 备份", "第二步 退出", "第三步 恢复"]) expect(chinese).toContain(step);
});

test("steps that nothing separates are steps", () => {
  const { scenes } = board(
    "Splitly. Step 1 snap the receipt step 2 tap who had what step 3 everyone gets a text. Free.",
  );
  expect(scenes.filter(({ kind }) => kind === "step").map(({ text }) => text)).toEqual([
    "Snap the receipt",
    "Tap who had what",
    "Everyone gets a text",
  ]);
});

test("thanks and names stay in one line", () => {
  expect(textOf(board("„Wir haben dich lieb – deine Enkel Jonas, Mia und Felix“").scenes)).toContain(
    "Jonas, Mia und Felix",
  );
  expect(textOf(board("Thank you, Mr. Okafor, for everything. Love, 4B").scenes)).toContain(
    "Thank you, Mr. Okafor, for everything",
  );
});

test("a Chinese price is no address", () => {
  expect(kinds(board("成都老味道,两人套餐98元。周一到周四啤酒免费。地址:建设路26号。").scenes)).toBe(
    "hook point place",
  );
});

describe("prompts as people write them", () => {
  test.each(prompts as Expected[])("$prompt", ({ prompt, must, never = [], warns = [], cta }) => {
    for (const duration of [8, 15, 60]) {
      const { scenes, warnings } = board(prompt, duration);
      const text = textOf(scenes);
      for (const words of must) expect(text.toLowerCase()).toContain(words.toLowerCase());
      for (const words of never) expect(text.toLowerCase()).not.toContain(words.toLowerCase());
      for (const code of warns) expect(warnings.map((warning) => warning.code)).toContain(code);
      if (cta) expect(scenes.at(-1)).toMatchObject({ kind: "cta", text: cta });
    }
  });

  test.each(prompts as Expected[])("nothing is repeated or cut, and the seconds add up: $prompt", ({ prompt }) => {
    for (const duration of [3, 8, 60]) {
      const { scenes } = board(prompt, duration);
      const texts = scenes.map(({ text, subtext }) => `${text}|${subtext}`);
      expect(new Set(texts).size).toBe(texts.length);
      expect(textOf(scenes)).not.toContain("…");
      expect(scenes.reduce((sum, { seconds = 0 }) => sum + seconds, 0)).toBeCloseTo(duration, 5);
      for (const { seconds } of scenes) expect(seconds).toBeGreaterThan(0);
    }
  });
});

describe("a storyboard", () => {
  test("has a scene type for everything", () => {
    expect(kinds(board("How to tie a tie: 1. Cross the ends 2. Pull it through. Save this!").scenes)).toBe(
      "hook step step cta",
    );
    expect(kinds(board('"It changed my life" — Ana').scenes)).toBe("quote");
    expect(
      kinds(
        board("Summer sale. 20% off all shoes. Shop now", 15, ["https://a.example/1.jpg", "https://a.example/2.jpg"])
          .scenes,
      ),
    ).toBe("hook price cta");
  });

  test.each([
    ["1. Plan 2. Cook 3. Eat"],
    ["1) Plan 2) Cook 3) Eat"],
    ["(1) Plan (2) Cook (3) Eat"],
    ["#1 Plan #2 Cook #3 Eat"],
    ["1️⃣ Plan 2️⃣ Cook 3️⃣ Eat"],
    ["① Plan ② Cook ③ Eat"],
    ["Step 1: Plan. Step 2: Cook. Step 3: Eat."],
    ["Tip #1 - Plan\nTip #2 - Cook\nTip #3 - Eat"],
    ["Schritt 1: Plan. Schritt 2: Cook. Schritt 3: Eat."],
    ["Étape 1 : Plan. Étape 2 : Cook. Étape 3 : Eat."],
    ["- Plan\n- Cook\n- Eat"],
    ["• Plan\n• Cook\n• Eat"],
    ["✅ Plan\n✅ Cook\n✅ Eat"],
    ["a) Plan b) Cook c) Eat"],
    ["١. Plan ٢. Cook ٣. Eat"],
  ])("reads the list in %j", (list) => {
    const { scenes } = board(`Three easy things\n${list}`);
    expect(scenes.slice(1, 4).map(({ text }) => text)).toEqual(["Plan", "Cook", "Eat"]);
  });

  test("keeps addresses, phone numbers, codes and dates whole", () => {
    for (const whole of [
      "https://shop.example.com/sale?x=1",
      "+49 176 1234567",
      "(555) 123-4567",
      "hello@acme.co.uk",
      "@bloom.studio",
      "SAVE20",
      "14.06.2025",
      "3.5 kg",
      "No. 5",
    ]) {
      expect(textOf(board(`Spring market. Find it with ${whole} today`).scenes)).toContain(whole);
    }
  });

  test("keeps what commas and full stops do not separate", () => {
    for (const whole of [
      "Nov 14, 15, 21 and 22 at 7:30 pm",
      "31.12., 21 Uhr",
      "31 de diciembre, 21:00",
      "godz. 19",
      "ST. MARY'S SUMMER FAIR",
      "kl. 10 vid torget",
      "пр. Мира, 12",
      "вул. Шевченка 12",
      "we are at вул. Шевченка, 31",
      "2218 Larkspur Dr, Boise",
      "12 High St, Portland, OR 97205",
      "11月14、15日",
      "锦绣花园3、5、7号楼",
      "2. OG (Aufzug)",
      "Alles Gute zum 80. Geburtstag",
      "unser 25. Jubiläum",
    ]) {
      const { scenes } = board(`The spring market is back. Songs, cake, ${whole}, free for children`);
      expect(textOf(scenes).toLowerCase()).toContain(whole.toLowerCase());
    }
  });

  test("keeps a clause that says nothing alone with its sentence", () => {
    const { scenes } = board("Спасибо, Ольга Викторовна! За то, что верили в нас больше, чем мы сами. Ваш 9Б");
    expect(scenes.map((scene) => scene.text)).toContain("За то, что верили в нас больше, чем мы сами");
  });

  test.each([
    ["Barber Amos, 40 Bridge St. Walk-ins till 6.", "Walk-ins till 6"],
    ["Kinderen € 20. Reserveren 050 555 0123.", "Reserveren 050 555 0123"],
    ["강남역 11번 출구 앞. 예약 필수.", "예약 필수"],
    ["成都老火锅春熙路店,12月8日盛大开业,全场送酸梅汤一份,欢迎光临。", "12月8日盛大开业"],
    ["ร้านกาแฟ บ้านสวน อเมริกาโน่ 55 บาท เปิดทุกวัน 8.00-17.00 น.", "เปิดทุกวัน 8.00-17.00 น"],
    [
      "On fait un brunch le dimanche de 10h30 à 14h, 24 € par personne, réservation au 02 55 01 44 12.",
      "Réservation au 02 55 01 44 12",
    ],
  ])("separates what follows: %s", (prompt, text) => {
    expect(board(`Good news! ${prompt}`).scenes.map((scene) => scene.text)).toContain(text);
  });

  test("draws figures of several years as a chart", () => {
    const { scenes } = board("Why they stay\nRetention 71% in 2023, 78% in 2024, 86% in 2025\nhelio.io/report");
    expect(scenes[1]).toMatchObject({ kind: "chart", text: "Retention", subtext: "2023: 71%\n2024: 78%\n2025: 86%" });
  });

  test("keeps the small letters of an address", () => {
    expect(textOf(board("Pottery in June. hello@clay.example").scenes)).toContain("hello@clay.example");
  });

  test("shows only prices and discounts in badges", () => {
    const badges = (prompt: string) =>
      board(`Big news. ${prompt}. Come by`)
        .scenes.filter(({ kind }) => kind === "price")
        .map(({ text, price }) => price ?? text);
    expect<unknown>(badges("Now only $29.99")).toEqual(["Now only $29.99"]);
    expect<unknown>(badges("Jetzt 19,90 € statt 30 €")).toEqual([{ was: "statt 30 €", now: "Jetzt 19,90 €" }]);
    expect(badges("Up to 70% off")).toEqual(["Up to 70% off"]);
    expect(badges("Bunch of 10 for $18")).toEqual(["$18"]);
    expect(badges("Tacos, 3 for $10")).toEqual(["3 for $10"]);
    expect(badges("Oak table €2,400 ono")).toEqual(["€2,400 ono"]);
    expect(badges("Karten 16 / 10 €")).toEqual(["Karten 16 / 10 €"]);
    expect<unknown>(badges("Vinterplats 690 kr/m²")).toEqual([{ now: "690 kr", per: "/m²" }]);
    expect<unknown>(badges("Solo R$ 49,90 por mês")).toEqual([{ now: "Solo R$ 49,90", per: "por mês" }]);
    for (const prompt of [
      "We raised $5M",
      "100% cotton",
      "Free delivery over $30",
      "House number 5",
      "Open 24/7",
      "It saved us $400",
    ]) {
      expect(badges(prompt)).toEqual([]);
    }
  });

  test.each([
    ["Otwieramy w maju. Wymiana opon za 120 zł. Zapraszamy.", "Wymiana opon"],
    ["Open in May. New tyres for only £40. See you.", "New tyres"],
    ["عرض الشهر. عطران بسعر 199 ريال. توصيل مجاني.", "عطران"],
  ])("the words beside a price do not end with 'for': %s", (prompt, words) => {
    expect(board(prompt).scenes.find(({ kind }) => kind === "price")?.subtext).toBe(words);
  });

  test.each([
    ["Krok 1: Zmierz okno. Krok 2: Zamów szybę. Krok 3: Gotowe.", "Krok"],
    ["Bước 1: tắt nguồn. Bước 2: tháo sim. Bước 3: để khô.", "Bước"],
  ])("labels that only number steps are not shown: %s", (prompt, label) => {
    const { scenes } = board(prompt);
    expect(scenes.map(({ kind }) => kind)).toEqual(["step", "step", "step"]);
    expect(textOf(scenes)).not.toContain(label);
  });

  test("a line is not broken behind an abbreviation", () => {
    const { scenes } = board(
      "Desde el 3 de marzo la Clínica Veterinaria San Roque te espera con cariño en Av. Juárez 215, Col. Centro",
    );
    expect(textOf(scenes)).toContain("Av. Juárez 215");
  });

  test("a star between facts separates them", () => {
    expect(textOf(board("Summer fair. Tombola * Bouncy castle * Cream teas £4.50").scenes)).not.toContain("*");
  });

  test("never shows instructions about the look", () => {
    const text = textOf(
      board(
        "Spring sale at Bloom. 20% off tulips. Use soft pastel colors and elegant fonts. No people. 9:16, 15 seconds. The music should be calm, with a piano.",
      ).scenes,
    );
    expect(text).toBe("Spring sale at Bloom\n20% off\nTulips");
  });

  test("warns of footage, of too much and of too little text", () => {
    expect(codes("A woman walks along the beach at sunset, slow motion")).toContain("not_filmable");
    expect(codes((prompts as Expected[])[13]!.prompt, 5)).toContain("too_short");
    expect(codes("Coffee", 60)).toEqual(["little_text", "too_long"]);
    expect(codes("Sale. 20% off. Only today. Shop now", 8)).toEqual([]);
  });

  test.each([
    ["a video about coffee", "Coffee"],
    ["Bakery promo video", "Bakery"],
    ["something about saving money", "Saving money"],
    ["mach was über Brot", "Brot"],
    ["vidéo pour mon salon de coiffure", "Salon de coiffure"],
    ["コーヒーの動画", "コーヒー"],
    ["viral video", "Viral video"],
  ])("a prompt that only names a subject shows it without a call to action: %s", (prompt, text) => {
    const { scenes, warnings } = board(prompt, 5);
    expect(scenes).toEqual([{ kind: "hook", text, seconds: 5 }]);
    expect(warnings.map(({ code }) => code)).toEqual(["little_text"]);
    expect(warnings[0]!.message).toContain("Add two or more points");
  });

  test("shows a video that viewers should watch or make", () => {
    for (const prompt of ["Watch our first video", "How to edit a video", "The best camera for video"])
      expect(textOf(board(prompt).scenes).toLowerCase()).toContain("video");
  });

  test("a date of a start is no call to action", () => {
    const { scenes } = board("Taniec dla par. Start 3 marca, wtorki 19:00, 320 zł od pary. Zapisy na tanczmy.pl");
    expect(scenes.at(-1)).toMatchObject({ kind: "cta", text: "Zapisy na tanczmy.pl" });
    expect(scenes.at(-1)).not.toHaveProperty("subtext");
  });

  test("adds no call to action and no brand that the prompt does not contain", () => {
    for (const prompt of [
      "Frisches Brot, jeden Tag und mit Liebe gebacken",
      "Zrób film o naszej kawiarni. Kawa od 9 zł",
      "Stop losing jobs to sticky notes. One board for the whole crew. From $9 a month",
      "My first marathon: 42 km, 4 hours 12, one lost toenail",
      "Psoriasis explained in one minute. Made by Dr. Priya Nair. It is not contagious.",
      "We use PayPal and YouTube. McDonald's style fries, 4 €",
    ]) {
      const { scenes } = board(prompt);
      const toWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      // A subject may have another case as a title: "kawiarnia" for "kawiarni".
      const isOwn = (word: string) =>
        toWords(prompt).some((own) => own === word || (/\p{L}{6}/u.test(word) && own.startsWith(word.slice(0, -2))));
      expect(toWords(textOf(scenes)).filter((word) => !isOwn(word))).toEqual([]);
      expect(writePoster({ prompt }).brand).toBe("");
    }
  });

  test("uses stored texts where the prompt says little, and never a style's template", () => {
    const { scenes } = writeLiteralStoryboard(
      {
        prompt: "Make a video",
        product: { name: "Lumé Glow", description: "A vegan vitamin C serum. Fragrance free." },
        messaging: { body: "Wake up to brighter skin. Shop the serum" },
        style: { name: "Retro film", promptTemplate: "{prompt}. Snapshot on 35 mm film, slightly green shadows" },
      },
      { duration: 10, media: [] },
    );
    expect(textOf(scenes)).toBe("Wake up to brighter skin\nA vegan vitamin C serum\nFragrance free\nShop the serum");
  });

  test("of any text has something to show, well-formed, within what the API takes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 600 }), (prompt) => {
        const { scenes } = board(prompt);
        expect(scenes.length).toBeGreaterThan(0);
        expect(scenes.length).toBeLessThanOrEqual(40);
        for (const { text, mediaUrl } of scenes) expect(text || mediaUrl).toBeTruthy();
        expect(textOf(scenes).isWellFormed()).toBe(true);
      }),
      { numRuns: 150, seed: 1 },
    );
  });

  test("of 5000 characters in one sentence, list, offer or call to action stays within what the API takes", () => {
    const labels = ["", "Hook: ", "CTA: ", "Offer: ", "Call to action: ", "Quote: ", "Points: ", "Cold brew. Brand: "];
    const units = [
      "CTA: ",
      "a b ",
      "Only €5 a, ",
      "Order at a.example ",
      "“a” - ",
      "a, Aa Bb ",
      "Tickets €15 a. €1,",
      "あ",
    ];
    for (const label of labels) {
      for (const unit of units) {
        for (const tail of ["", "\nCTA: ", "\nOnly €5 "]) {
          const prompt = `${label}${unit.repeat(4950 / (unit.length + tail.length))}${tail}`;
          const errors = [...Value.Errors(Storyboard, board(prompt))];
          expect([prompt.slice(0, 40), ...errors.map(({ path }) => path)]).toEqual([prompt.slice(0, 40)]);
        }
      }
    }
  });

  test("grows with the text: four times as much takes at most eight times the work", () => {
    const samples = (prompts as Expected[]).map(({ prompt }) => prompt);
    const long = [
      samples[13]!.repeat(6),
      samples.join("\n"),
      samples.join(" "),
      "word, ".repeat(900),
      "1. a ".repeat(1100),
      "a: ".repeat(1700),
      "(".repeat(5000),
      "make a video for ".repeat(300),
      "🔥".repeat(2500),
      "新発売の抹茶ラテ。".repeat(600),
      "افتتاح مطعمنا الجديد يوم الجمعة، خصم ٢٠٪. ".repeat(120),
      "Buy 買う اشتر ".repeat(400),
      "one - two – three — ".repeat(250),
      "a".repeat(5000),
      `Make a reel${" ".repeat(5000)}`,
    ];
    for (const prompt of long) {
      // A pattern that backtracks takes sixteen times the work or more. Beside other work some runs are slower, so the
      // quickest run of each length counts.
      let [short, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let run = 0; run < 40 && (run === 0 || whole > 8 * short); run++) {
        short = Math.min(short, measureCpu(prompt.slice(0, 1250)));
        whole = Math.min(whole, measureCpu(prompt.slice(0, 5000)));
      }
      expect(whole / short).toBeLessThan(8);
    }
  });
});

describe("given scenes", () => {
  test("are kept word for word; only seconds and images are added", () => {
    const scenes: Scene[] = [
      { kind: "hook", text: "make a video ad for   X" },
      { kind: "cta", text: "go", subtext: "…" },
    ];
    const kept = keepScenes(scenes, { duration: 6, media: ["https://a.example/1.jpg"] });
    expect(kept.scenes.map(({ seconds: _, mediaUrl: __, ...scene }) => scene)).toEqual(scenes);
    expect(kept.scenes[0]!.mediaUrl).toBe("https://a.example/1.jpg");
  });

  test("keep their seconds where they add up, are scaled where they do not, and no call to action is held for long", () => {
    const timed = (seconds: (number | undefined)[], duration: number) =>
      addSeconds(
        seconds.map((one, i) => ({ kind: "point", text: `Point ${i}`, ...(one ? { seconds: one } : {}) })),
        duration,
      ).scenes.map((scene) => scene.seconds);
    expect(timed([2, 3, 5], 10)).toEqual([2, 3, 5]);
    expect(timed([2, 3, 5], 20)).toEqual([4, 6, 10]);
    expect(timed([4, undefined], 10)).toEqual([4, 6]);
    const spare: Scene[] = [
      { kind: "hook", text: "Coffee" },
      { kind: "cta", text: "Learn more" },
    ];
    expect(addSeconds(spare, 12).scenes.map(({ seconds }) => seconds)).toEqual([8, 4]);
  });
});

describe("pictures", () => {
  const scenes: Scene[] = [
    { kind: "hook", text: "Fresh every day" },
    { kind: "point", text: "Bread" },
    { kind: "price", text: "€3" },
    { kind: "point", text: "Cake" },
    { kind: "cta", text: "Visit us" },
  ];
  const place = (names: string, productPhotos = 0) => {
    const media = names.split(" ").map((name) => `https://a.example/${name}.jpg`);
    const kept = keepScenes(scenes, { duration: 12, media, productPhotos });
    return { ...kept, shown: kept.scenes.map(({ text = "", mediaUrl }) => `${text}:${mediaUrl?.at(-5) ?? ""}`) };
  };

  test("a single one stays on screen in most scenes, and so do those of one product", () => {
    expect(place("a").shown).toEqual(["Fresh every day:a", "Bread:a", "€3:a", "Cake:a", "Visit us:"]);
    expect(place("a b", 2).shown).toEqual(["Fresh every day:a", "Bread:b", "€3:a", "Cake:b", "Visit us:"]);
  });

  test("several are matched to the scenes only where there are as many", () => {
    expect(place("a b c d").shown).toEqual(["Fresh every day:a", "Bread:b", "€3:c", "Cake:d", "Visit us:"]);
    expect(place("a b c").shown).toEqual(["Fresh every day:a", "Bread:a", "€3:b", "Cake:c", "Visit us:"]);
    expect(place("a b").shown).toEqual(["Fresh every day:a", "Bread:", ":b", "€3:", "Cake:", "Visit us:"]);
  });

  test("that are not shown are named in a warning", () => {
    const { warnings } = place("a b c d e f g h i j k l m n");
    expect(warnings.find(({ code }) => code === "media_left_out")?.message).toContain("m.jpg, https://a.example/n.jpg");
    const own = [{ kind: "hook", text: "Tea", mediaUrl: "https://a.example/own.jpg" }] as const;
    const kept = keepScenes(own, { duration: 4, media: ["https://a.example/other.jpg"] });
    expect(kept.warnings.map(({ code }) => code)).toEqual(["media_left_out"]);
  });
});

test("reading time grows with the text, and Chinese characters count for more", () => {
  const seconds = (text: string) => estimateReading({ kind: "point", text });
  expect(seconds("Go")).toBe(1.2);
  expect(seconds("A headline of a good many words")).toBeGreaterThan(1.8);
  expect(seconds("新品咖啡上市今日特价优惠")).toBeGreaterThan(seconds("twelve signs"));
});

test("a poster has all points, the author of a quotation, and no button that nobody asked for", () => {
  expect(
    writePoster({ prompt: "Lunch menu: Monday pasta, Tuesday curry, Wednesday soup, Thursday tacos, Friday fish" }),
  ).toMatchObject({
    hook: "Lunch menu",
    points: ["Monday pasta", "Tuesday curry", "Wednesday soup", "Thursday tacos", "Friday fish"],
    cta: "",
  });
  expect(writePoster({ prompt: '"Stay curious" — Ana' })).toMatchObject({
    hook: "Stay curious",
    author: "Ana",
    cta: "",
  });
  expect(writePoster({ prompt: "Mugs. 20% off. Order today" })).toMatchObject({ offer: "20% off", cta: "Order today" });
});

test("a poster shows every price", () => {
  expect(writePoster({ prompt: "HAPPY HOUR 4-7PM • $6 margaritas • $4 tacos" })).toMatchObject({
    hook: "HAPPY HOUR 4-7PM",
    cards: [{ kind: "menu", text: "$6 margaritas\n$4 tacos" }],
  });
});
