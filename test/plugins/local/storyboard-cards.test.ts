import { describe, expect, test } from "bun:test";
import { listSceneTexts, type Price, type Scene } from "vireo/slots/storyboard";
import { locateParts } from "#modules/videos/coverage";
import { writeLiteralStoryboard, writePoster } from "#plugins/local/storyboard/index";

const board = (prompt: string, duration = 30) => writeLiteralStoryboard({ prompt }, { duration, media: [] });
/** The scenes between an opening and a call to action. */
const read = (facts: string): Scene[] =>
  board(`The corner shop is back. ${facts}`)
    .scenes.slice(1)
    .map(({ seconds: _, ...scene }) => scene);

describe("prices", () => {
  test.each<[string, Price]>([
    ["Was $79, now $49", { was: "Was $79", now: "now $49" }],
    ["Was $79. Now $49.", { was: "Was $79", now: "Now $49" }],
    ["$68.00 $49.00", { was: "$68.00", now: "$49.00" }],
    ["$189 → $129", { was: "$189", now: "$129" }],
    ["32만원 → 24만원", { was: "32만원", now: "24만원" }],
    ["De 190 € a 129 €", { was: "190 €", now: "129 €" }],
    ["Van € 599 voor € 449", { was: "Van € 599", now: "voor € 449" }],
    ["Statt 1.299 € nur 999 €", { was: "Statt 1.299 €", now: "nur 999 €" }],
    ["29 € au lieu de 49 €", { was: "au lieu de 49 €", now: "29 €" }],
    ["通常価格1,200円→980円", { was: "通常価格1,200円", now: "980円" }],
    ["1999元，原价2999元", { was: "原价2999元", now: "1999元" }],
    ["原价199元 现价99元", { was: "原价199元", now: "现价99元" }],
    ["было 900 ₽, стало 500 ₽", { was: "Было 900 ₽", now: "стало 500 ₽" }],
    ["بدلا من 200 ريال الآن 150 ريال", { was: "بدلا من 200 ريال", now: "الآن 150 ريال" }],
    ["49 ريال بدلاً من 79 ريال", { was: "بدلاً من 79 ريال", now: "49 ريال" }],
    ["كان 199 درهم والآن 149 درهم", { was: "كان 199 درهم", now: "والآن 149 درهم" }],
    ['890 ש"ח במקום 1,050 ש"ח', { was: 'במקום 1,050 ש"ח', now: '890 ש"ח' }],
    ["450 TL yerine 380 TL", { was: "450 TL yerine", now: "380 TL" }],
    ["30,000원 대신 19,000원", { was: "30,000원 대신", now: "19,000원" }],
    ["5,000円のところ3,200円", { was: "5,000円のところ", now: "3,200円" }],
    ["9 990 Ft helyett 6 990 Ft", { was: "9 990 Ft helyett", now: "6 990 Ft" }],
    ["€80–€120 per night", { from: "€80", to: "€120", per: "per night" }],
    ["Entre 20 € et 30 €", { from: "Entre 20 €", to: "et 30 €" }],
    ["$19-23/hr", { now: "$19-23", per: "/hr" }],
    ["Ab 39 € pro Monat", { from: "Ab 39 €", per: "pro Monat" }],
  ])("%s", (text, price) => {
    expect(read(text)).toEqual([{ kind: "price", price }]);
  });

  test("keep the words around them, in their order", () => {
    expect(read("Down jackets: $189 → $129 this weekend")).toEqual([
      { kind: "price", text: "Down jackets", price: { was: "$189", now: "$129" }, subtext: "This weekend" },
    ]);
  });

  test.each<[string, Scene[]]>([
    [
      "Автомойка: комплекс 900 ₽ вместо 1200 ₽, без записи, круглосуточно",
      [
        { kind: "point", text: "Автомойка" },
        { kind: "price", text: "Комплекс", price: { was: "вместо 1200 ₽", now: "900 ₽" } },
        { kind: "point", text: "Без записи, круглосуточно" },
      ],
    ],
    [
      "Every Thursday is climbing night in the big hall by the river, half price entry from 6pm (£6.50 instead of £13)",
      [
        { kind: "point", text: "Every Thursday is climbing night in the big hall by the river" },
        { kind: "price", text: "Half price entry from 6pm", price: { was: "instead of £13", now: "£6.50" } },
      ],
    ],
  ])("stand apart from the other facts of their sentence: %s", (text, scenes) => {
    expect(read(text)).toEqual(scenes);
  });

  test.each([
    ["$10/day – $60/week", ["$10", "$60"]],
    ["€10 – £20", []],
  ])("of unequal units are no range: %s", (text, now) => {
    const prices = read(text).flatMap((scene) => (scene.price ? [scene.price] : []));
    expect(prices.map((price) => price.now ?? "")).toEqual(now);
    expect(read(text).flatMap(listSceneTexts).join(" ")).toMatch(/10.+[26]0/u);
  });

  test.each<[string, Scene]>([
    ["Granite a 3 euro fino alle 16", { kind: "price", text: "3 euro", subtext: "Granite fino alle 16" }],
    ["Зі своєю чашкою дешевше на 10 грн", { kind: "point", text: "Зі своєю чашкою дешевше на 10 грн" }],
    ["Tacos 3 x $50", { kind: "price", text: "3 x $50", subtext: "Tacos" }],
    ["Nowe klientki -20%", { kind: "price", text: "-20%", subtext: "Nowe klientki" }],
    ["흑돼지 오겹살 2만2천원", { kind: "price", text: "2만2천원", subtext: "흑돼지 오겹살" }],
    ["南向き、月11万円", { kind: "price", text: "月11万円", subtext: "南向き" }],
    ["Open 10–14 h. 45 € per person", { kind: "price", price: { now: "45 €", per: "per person" } }],
    ["Weighs 240 g. €139 → €99", { kind: "price", price: { was: "€139", now: "€99" } }],
    ["Espresso martinis, two for $18", { kind: "price", text: "Two for $18", subtext: "Espresso martinis" }],
    ["Zweiraumwohnung, 1.140 € warm", { kind: "price", text: "1.140 € warm" }],
    [
      "€14 per visit, photos every day",
      { kind: "price", price: { now: "€14", per: "per visit" }, subtext: "Photos every day" },
    ],
    [
      "Przegląd od 99 zł, odbiór w 24 godziny",
      { kind: "price", text: "Przegląd", price: { now: "od 99 zł" }, subtext: "Odbiór w 24 godziny" },
    ],
    [
      "باقات من 95 ريال، توصيل خلال ساعتين",
      { kind: "price", text: "باقات", price: { now: "من 95 ريال" }, subtext: "توصيل خلال ساعتين" },
    ],
    ["Rumah Rp 18 juta/tahun", { kind: "price", text: "Rumah", price: { now: "Rp 18 juta", per: "/tahun" } }],
    ['סריגים מ-89 ש"ח', { kind: "price", text: 'מ-89 ש"ח', subtext: "סריגים" }],
  ])("keep what belongs to their figure: %s", (text, scene) => {
    expect(read(text)).toContainEqual(scene);
  });

  test.each(["Save $20 on $100", "Deposit $50, balance $30", "Flight Lisbon → Porto €29", "Latte $4, mocha $5"])(
    "%s has no former price",
    (text) => {
      expect(read(text).filter(({ price }) => price)).toEqual([]);
    },
  );
});

test("hours in a row stay together", () => {
  const { scenes } = board("kids go free with a paying adult, 25 October to 2 November, steam rides at 11, 1 and 3");
  expect(scenes.flatMap(listSceneTexts)).toContain("Steam rides at 11, 1 and 3");
});

test("dishes with whole numbers on lines of their own are a menu", () => {
  const menu = "Mussels in cider 14\nHake, brown butter, capers 19\nBeetroot tart (v) 13\nRhubarb pavlova 8";
  const { scenes } = board(`Friday specials\n${menu}\nKitchen open 5 till 9`);
  expect(scenes.find(({ kind }) => kind === "menu")?.text).toBe(menu);
  expect(scenes.flatMap(listSceneTexts)).toContain("Kitchen open 5 till 9");
});

test.each([
  ["夏セール 最大50%オフ 7月1日〜7月15日 渋谷店限定", ["夏セール", "最大50%オフ", "7月1日〜7月15日", "渋谷店限定"]],
  ["春季大促 全场8折 限时三天", ["春季大促", "8折\n全场", "限时三天"]],
  ["Menu of the inn: Starters: soup $5, salad $6", ["Menu of the inn", "Starters\nSoup $5\nSalad $6"]],
  ["Menu of the inn: soup $5, salad $6", ["Menu of the inn", "Soup $5\nSalad $6"]],
])("a headline of several facts has a scene for each: %s", (prompt, scenes) => {
  expect(board(prompt).scenes.map((scene) => listSceneTexts(scene).join("\n"))).toEqual(scenes);
});

describe("facts become cards", () => {
  test.each<[string, Scene[]]>([
    ["Sat 9–5, 12 High Street", [{ kind: "place", text: "Sat 9–5", subtext: "12 High Street" }]],
    [
      "10 am to 5 pm, Corn Exchange, Leeds",
      [{ kind: "place", text: "10 am to 5 pm", subtext: "Corn Exchange, Leeds" }],
    ],
    ["تقييم 4.8 من 5.", [{ kind: "rating", text: "تقييم 4.8 من 5" }]],
    [
      "Mo–Fr 8–18 Uhr. Sa 9–14 Uhr. Hauptstr. 12, 50667 Köln",
      [{ kind: "place", text: "Mo–Fr 8–18 Uhr", subtext: "Sa 9–14 Uhr\nHauptstr. 12, 50667 Köln" }],
    ],
    [
      "Opening hours: Mon–Fri 9–18, Sat 10–14",
      [{ kind: "place", text: "Opening hours", subtext: "Mon–Fri 9–18\nSat 10–14" }],
    ],
    ["Saturday, 12 July, 7 pm, Town Hall", [{ kind: "place", text: "Saturday, 12 July, 7 pm", subtext: "Town Hall" }]],
    ["Open 8.30–17.00, closed Mondays", [{ kind: "place", text: "Open 8.30–17.00", subtext: "Closed Mondays" }]],
    ["Mo–Fr 8–18 Uhr. So geschlossen.", [{ kind: "place", text: "Mo–Fr 8–18 Uhr", subtext: "So geschlossen" }]],
    [
      "Where: 12 Mill Lane. When: Friday, 7 pm.",
      [
        { kind: "place", text: "Where", subtext: "12 Mill Lane" },
        { kind: "place", text: "When", subtext: "Friday, 7 pm" },
      ],
    ],
    [
      "Щодня з 7:30 до 20:00, вул. Городоцька 82",
      [{ kind: "place", text: "Щодня з 7:30 до 20:00", subtext: "Вул. Городоцька 82" }],
    ],
    ["Av. Juárez 210, Col. Centro", [{ kind: "place", text: "Av. Juárez 210, Col. Centro" }]],
    ["営業時間:10:00〜19:00、水曜定休", [{ kind: "place", text: "営業時間", subtext: "10:00〜19:00\n水曜定休" }]],
    ["пн–пт 9–18, ул. Ленина 5", [{ kind: "place", text: "Пн–пт 9–18", subtext: "Ул. Ленина 5" }]],
    [
      "Tel: 030 123456, web: kiosk.de, Instagram @kiosk",
      [{ kind: "contact", text: "Tel: 030 123456", subtext: "web: kiosk.de\nInstagram @kiosk" }],
    ],
    ["4.8 stars from 312 reviews", [{ kind: "rating", text: "4.8 stars", subtext: "From 312 reviews" }]],
    ["Rated 4.9/5 on Google", [{ kind: "rating", text: "Rated 4.9/5", subtext: "On Google" }]],
    ["4,9 von 5 Sternen bei Google", [{ kind: "rating", text: "4,9 von 5 Sternen", subtext: "Bei Google" }]],
    ["★★★★☆", [{ kind: "rating", text: "★★★★☆" }]],
    ["Espresso $3, latte $4.50, mocha $5", [{ kind: "menu", text: "Espresso $3\nLatte $4.50\nMocha $5" }]],
    [
      "\nMenu\n- Flat white 3.50\n- Espresso 2.80\n- Tea 2.50",
      [{ kind: "menu", text: "Menu", subtext: "Flat white 3.50\nEspresso 2.80\nTea 2.50" }],
    ],
    [
      "Flat white 4.20, cortado 3.90, oat latte 5.10.",
      [{ kind: "menu", text: "Flat white 4.20\nCortado 3.90\nOat latte 5.10" }],
    ],
    ["Espresso 2.20, flat white 4.80", [{ kind: "menu", text: "Espresso 2.20\nFlat white 4.80" }]],
    [
      "\nMargherita 9.50\nMarinara 8\nDiavola 11.50",
      [{ kind: "menu", text: "Margherita 9.50\nMarinara 8\nDiavola 11.50" }],
    ],
    [
      "\nStarters\nSoup 5.50\nBruschetta 6.20\nMains:\nRisotto 13.50",
      [
        { kind: "menu", text: "Starters", subtext: "Soup 5.50\nBruschetta 6.20" },
        { kind: "menu", text: "Mains", subtext: "Risotto 13.50" },
      ],
    ],
    [
      "Vorspeisen: Suppe 4,90 €, Salat 6,50 €",
      [{ kind: "menu", text: "Vorspeisen", subtext: "Suppe 4,90 €\nSalat 6,50 €" }],
    ],
    [
      "Drinks: espresso 2.20, flat white 4.80",
      [{ kind: "menu", text: "Drinks", subtext: "Espresso 2.20\nFlat white 4.80" }],
    ],
    ["\nラーメン 900円\n餃子 450円", [{ kind: "menu", text: "ラーメン 900円\n餃子 450円" }]],
    [
      "Members 2019: 12, 2020: 18, 2021: 31",
      [{ kind: "chart", text: "Members", subtext: "2019: 12\n2020: 18\n2021: 31" }],
    ],
    ["Open rate 40% → 65%", [{ kind: "chart", text: "Open rate", subtext: "40%\n65%" }]],
    ["Rent 40%, food 25%, savings 35%", [{ kind: "chart", text: "Rent 40%\nFood 25%\nSavings 35%" }]],
    [
      "Before: a wall of sticky notes. After: one list.",
      [{ kind: "comparison", text: "Before: A wall of sticky notes\nAfter: One list" }],
    ],
    [
      "Vorher: 3 Stunden. Nachher: 10 Minuten.",
      [{ kind: "comparison", text: "Vorher: 3 Stunden\nNachher: 10 Minuten" }],
    ],
    ["Them: 3 weeks. Us: 2 days.", [{ kind: "comparison", text: "Them: 3 weeks\nUs: 2 days" }]],
  ])("%s", (text, scenes) => {
    expect(read(text)).toEqual(scenes);
  });

  test.each(
    [
      [
        "12 Classic Cocktails",
        "5 Free Classes",
        "Sale ends Sunday",
        "Only 12 July",
        "9 out of 10 dentists recommend it",
      ],
      ["5/5 until noon", "3 hours a day", "3 bed, 2 bath, 1 garage", "30% off shoes, 20% off bags", "A 5 star hotel"],
      [
        "Open every evening from six",
        "Come to 12 High Street for cake",
        "Mix 40% rye with 60% wheat",
        "Room 12 Street food",
        "Doors 7.30, show 8.30, curfew 11.00",
      ],
    ].flat(),
  )("%s stays a text", (text) => {
    const kinds = read(text).map(({ kind }) => kind);
    for (const kind of ["place", "contact", "rating", "menu", "chart", "comparison"] as const)
      expect(kinds).not.toContain(kind);
  });

  test("and nothing is lost or added, in any order", () => {
    const facts = [
      "Was $79, now $49",
      "Sat 9–5, 12 High Street",
      "4.8 stars from 312 reviews",
      "Espresso $3, latte $4.50, mocha $5",
      "2019: 12, 2020: 18, 2021: 31",
      "Before: paper. After: an app",
    ];
    for (let turn = 0; turn < facts.length; turn++) {
      const prompt = `${[...facts.slice(turn), ...facts.slice(0, turn)].join(". ")}.`;
      const { scenes, parts = [] } = board(prompt, 60);
      expect(parts.map(({ text }) => text).join("")).toBe(prompt);
      expect(locateParts(parts, scenes).filter(({ use }) => use === "left_out")).toEqual([]);
      const shown = scenes.flatMap(listSceneTexts).join(" ");
      const figures = (text: string) =>
        (text.match(/\p{N}[\p{N}.,]*/gu) ?? []).map((one) => one.replace(/[.,]$/, "")).sort();
      expect(figures(shown)).toEqual(figures(prompt));
    }
  });

  test("a long price list is split into several cards", () => {
    const rows = Array.from({ length: 14 }, (_, i) => `Dish ${String.fromCharCode(65 + i)} … ${i + 5} €`);
    const menus = board(`Trattoria Nona\n${rows.join("\n")}`).scenes.filter(({ kind }) => kind === "menu");
    expect(menus.length).toBeGreaterThan(1);
    expect(menus.flatMap(({ text = "" }) => text.split("\n"))).toEqual(rows);
  });

  test("a call to action takes the contacts after it to the end card", () => {
    expect(board("Fresh bread. Book now. Tel 030 123456, kiosk.de").scenes.at(-1)).toMatchObject({
      kind: "cta",
      text: "Book now",
      subtext: "Tel 030 123456\nkiosk.de",
    });
  });
});

test("a long price list is one list on a poster, and its heading is the headline only", () => {
  const dishes = [
    "Espresso 2.50",
    "Americano 2.90",
    "Cappuccino 3.40",
    "Croissant 2.20",
    "Bagel 3.10",
    "Toast 7.50",
    "Bowl 6.80",
  ];
  const { hook, cards } = writePoster({ prompt: `Cafe menu: ${dishes.join(", ")}` });
  expect(hook).toBe("Cafe menu");
  expect(cards).toEqual([{ kind: "menu", subtext: dishes.join("\n") }]);
  const plain = writePoster({ prompt: `Trattoria Nona\n${dishes.join("\n")}` }).cards;
  expect(plain).toEqual([{ kind: "menu", text: dishes.join("\n") }]);
});

test("an action that is the headline of a poster has no button too", () => {
  const { hook, cta } = writePoster({ prompt: "2021: 12,300. 2022: 15,800. 2023: 19,450. Join at bikejune.org" });
  expect([hook, cta]).toEqual(["Join at bikejune.org", ""]);
});

test("a poster of facts alone has a headline, and each fact once", () => {
  const { hook, cards } = writePoster({ prompt: "Trail shoes: $189 → $129. Sat 9–5, 12 High Street" });
  expect(hook).toBe("Trail shoes");
  expect(cards.flatMap(listSceneTexts)).toEqual(["$189", "$129", "Sat 9–5", "12 High Street"]);
});

test("a word of style before the text is a look", () => {
  for (const [prompt, first] of [
    ["Minimal. Pottery evenings for beginners. £42.", "Pottery evenings for beginners"],
    ["Luxury. Maison Arel, hand-stitched bags. From €480.", "Maison Arel"],
    ["Neon. Friday is loud again. Doors 23:00.", "Friday is loud again"],
  ] as const)
    expect([prompt, writePoster({ prompt }).hook.startsWith(first)]).toEqual([prompt, true]);
});

test("times with spaces around their dash stay whole", () => {
  const { cards } = writePoster({ prompt: "Wochenmarkt am Theaterplatz. Jeden Samstag 8 h – 13 h. Obst, Käse, Brot." });
  expect(cards.map(({ text }) => text)).toEqual(["Jeden Samstag 8 h – 13 h"]);
});

test("figures of years in sentences of their own are a chart", () => {
  const homes = "2021: 0.4 million homes. 2022: 0.7 million homes. 2023: 1.2 million homes.";
  expect(read(homes)).toEqual([{ kind: "chart", text: homes.replaceAll(". ", "\n").replace(/\.$/, "") }]);
  expect(read("2019: We opened in a garage. 2021: First orders. 2024: Twelve people.").map(({ kind }) => kind)).toEqual(
    ["point", "point", "point"],
  );
});

test("a name and a place or a role after a quotation are its author", () => {
  const quote = board("“They fixed my clock when nobody else would.” Daan and Iris, Utrecht. Watchmaker Zegar");
  expect(quote.scenes[0]).toMatchObject({ kind: "quote", subtext: "Daan and Iris, Utrecht" });
  const { scenes } = board(
    "“I slept through the night for the first time.” Marta Oliveira, nurse and mother of two. €119",
  );
  expect(scenes[0]).toMatchObject({ kind: "quote", subtext: "Marta Oliveira, nurse and mother of two" });
});
