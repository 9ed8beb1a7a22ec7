import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { briefFrom } from "#plugins/local/draw/brief";

const brief = (prompt: string) => briefFrom({ prompt });

describe("a brief", () => {
  test("takes the hook, the points and the call to action from a prompt", () => {
    const { hook, points, cta, brand } = brief(
      'Cold brew coffee that hits different — smooth and strong, zero sugar. Order "Nightowl" today!',
    );
    expect(hook).toBe("Cold brew coffee that hits different");
    expect(points).toEqual(["Smooth and strong", "Zero sugar"]);
    expect(cta).toBe("Order Nightowl today!");
    expect(brand).toBe("Nightowl");
  });

  test.each([
    [
      "Create a vertical video about our new running shoes for Instagram, energetic style, 15 seconds",
      "New running shoes",
    ],
    ["please make me a poster for a coffee shop", "Coffee shop"],
    ["I need a flyer for yoga classes with a calm vibe", "Yoga classes"],
    ["Generate a product image of a leather backpack on a white background", "Leather backpack"],
    [
      "A woman drinking coffee on a terrace at sunrise, cinematic lighting, 4k",
      "Woman drinking coffee on a terrace at sunrise",
    ],
    ["Erstelle ein Poster für unsere neue Kaffeerösterei", "Neue Kaffeerösterei"],
    ["Crée une affiche pour un festival de jazz à Lyon", "Festival de jazz à Lyon"],
    ["抹茶ラテのポスターを作ってください", "抹茶ラテ"],
    ["制作一个关于新款智能手表的海报", "新款智能手表"],
    ["여름 세일 포스터를 만들어줘", "여름 세일"],
    ["Создай постер для кофейни: свежая обжарка", "Кофейни"],
  ])("does not read orders to the designer aloud: %s", (prompt, hook) => {
    expect(brief(prompt).hook).toBe(hook);
  });

  test("splits Japanese and Arabic at their own marks", () => {
    expect(brief("夏のセール！最大50%オフ。今すぐチェック")).toMatchObject({
      hook: "夏のセール！",
      points: ["最大50%オフ"],
      cta: "今すぐチェック",
    });
    expect(brief("عرض الصيف! خصم 50% على جميع النظارات، شحن مجاني. اطلب الآن")).toMatchObject({
      hook: "عرض الصيف!",
      points: ["خصم 50% على جميع النظارات", "شحن مجاني"],
      cta: "اطلب الآن",
    });
  });

  test("keeps what is named by a field word for word", () => {
    expect(brief("headline: Sleep better tonight, cta: Buy now, points: 100% cotton, washable")).toMatchObject({
      hook: "Sleep better tonight",
      cta: "Buy now",
      points: ["100% cotton", "Washable"],
    });
  });

  test("takes quoted words for the headline and the button", () => {
    expect(brief('A poster that says "Good things take time" with a button "Reserve a table"')).toMatchObject({
      hook: "Good things take time",
      cta: "Reserve a table",
      points: [],
    });
  });

  test("never ends a shortened headline on a word that wants another", () => {
    const { hook } = brief("The only travel backpack you will ever need for weekends in the mountains and for work");
    expect(hook).not.toMatch(/\s(?:the|in|for|and|ever|you)$/i);
    expect(hook.split(" ").length).toBeLessThanOrEqual(9);
  });

  test("has a call to action in the language of the prompt, and none where the language is not known", () => {
    expect(brief("Fresh bread every day").cta).toBe("Discover more");
    expect(brief("Frisches Brot, jeden Tag und mit Liebe").cta).toBe("Jetzt entdecken");
    expect(brief("静かな朝に").cta).toBe("詳しくはこちら");
    expect(brief("قهوة مختصة").cta).toBe("");
    expect(brief("🎉🎂").cta).toBe("");
  });

  test("finds discounts and prices, and no offer in a material", () => {
    expect(brief("Summer sale, up to 50% off").offer).toBe("50%");
    expect(brief("Pizza from $9.99 every Tuesday").offer).toBe("$9.99");
    expect(brief("Shirts of 100% cotton").offer).toBe("");
  });

  test("says what the stored product and message say when the prompt only gives orders", () => {
    const { hook, brand, points, cta } = briefFrom({
      prompt: "Make a poster",
      product: { name: "Lumé Glow", description: "A vegan vitamin C serum. Fragrance free." },
      messaging: { body: "Wake up to brighter skin. Shop the serum" },
    });
    expect({ hook, brand, cta }).toEqual({
      hook: "Wake up to brighter skin",
      brand: "Lumé Glow",
      cta: "Shop the serum",
    });
    expect(points).toEqual(["Vegan vitamin C serum", "Fragrance free"]);
  });

  test("gives some headline for any text, without cutting a character in two", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }), (prompt) => {
        const { hook, points, cta } = brief(prompt);
        expect([hook, ...points, cta].join("").isWellFormed()).toBe(true);
        expect(points.length).toBeLessThanOrEqual(4);
        if (/[a-z]{3}/i.test(prompt)) expect(hook).not.toBe("");
      }),
      { numRuns: 200 },
    );
    const families = brief(`Join us ${"👩‍👩‍👧‍👦".repeat(80)}`).hook;
    expect(families.replace("Join us", "").trim().replaceAll("👩‍👩‍👧‍👦", "")).toBe("");
  });
});
