import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { toUuid } from "#core/ids";
import { accounts } from "#modules/accounts/index";
import { content } from "#modules/content/index";
import { type Client, startApp, type TestApp } from "#test/app";

type Values = Record<string, string | string[]>;
interface Facts {
  path: string;
  plural: string;
  /** A body with every field. */
  whole: Values;
  /** Longest texts, in code points. */
  limits: Record<string, number>;
  /** The field with URLs. */
  urls?: string;
  builtIn?: number;
}

const PICTURE = "https://93.184.216.34/a.jpg";
const description = 'Schlicht & ehrlich\n\t"für alle" \\ 👩‍👩‍👧 नमस्ते مرحبا e\u0301\u2028\uFEFF';

/** What products and styles know of a brand. */
const brand = { colors: ["#0ea5e9", "#111111"], logoUrl: PICTURE };

const groups: Facts[] = [
  {
    path: "/personas",
    plural: "personas",
    whole: { name: "Anna", description },
    limits: { name: 200, description: 5000 },
  },
  {
    path: "/messaging",
    plural: "messaging",
    whole: { name: "Claim", body: description },
    limits: { name: 200, body: 10_000 },
  },
  {
    path: "/products",
    plural: "products",
    whole: { name: "Mug", description, photos: [PICTURE, `${PICTURE}?2`], messaging: "Keeps warm.", ...brand },
    limits: { name: 200, description: 5000, messaging: 10_000 },
    urls: "photos",
  },
  {
    path: "/styles",
    plural: "styles",
    whole: { name: "Noir", description, promptTemplate: "{prompt}, black and white", ...brand },
    limits: { name: 200, description: 5000, promptTemplate: 5000 },
    builtIn: 8,
  },
  {
    path: "/characters",
    plural: "characters",
    whole: { name: "Tom", description, imageUrls: [PICTURE], voiceId: "voice-7" },
    limits: { name: 200, description: 5000, voiceId: 200 },
    urls: "imageUrls",
    builtIn: 4,
  },
  {
    path: "/inspo",
    plural: "projects",
    whole: { name: "Spring", description, niche: "coffee", brand: "Vireo" },
    limits: { name: 200, description: 1000, niche: 100, brand: 200 },
  },
];

const UNKNOWN = "00000000-0000-7000-8000-000000000000";
let app: TestApp;
let api: Client;
let other: Client;

beforeAll(async () => {
  app = await startApp({}, [accounts, content]);
  api = (await app.account()).api;
  other = (await app.account()).api;
});
afterAll(() => app.stop());

/** A 400 that names exactly these fields. */
const refused = (answer: { status: number; body: { type: string; errors: object } }, ...fields: string[]) => {
  expect(answer.status).toBe(400);
  expect(answer.body.type).toEndWith("/errors/validation_error");
  expect(Object.keys(answer.body.errors)).toEqual(fields);
};

for (const { path, plural, whole, limits, urls, builtIn = 0 } of groups) {
  describe(path, () => {
    const make = async (values: Values = { name: "x" }, by = api): Promise<string> =>
      (await by("POST", path, values)).body.id;
    const custom = builtIn ? { isCustom: true } : {};

    test("what is created can be read, listed, changed field by field and deleted", async () => {
      const made = await api("POST", path, whole);
      expect(made.status).toBe(201);
      const { id, createdAt } = made.body;
      expect(made.body).toEqual({ id, ...whole, ...custom, createdAt, updatedAt: createdAt });
      expect(Math.abs(Date.now() - createdAt)).toBeLessThan(60_000);
      expect(made.headers.get("location")).toBe(`/api/v1${path}/${id}`);

      const one = `${path}/${id}`;
      expect(await api("GET", one)).toMatchObject({ status: 200, body: made.body });
      expect((await api("GET", path)).body[plural][0]).toEqual(made.body);

      let expected = made.body;
      for (const [field, value] of Object.entries(whole)) {
        const list = field === "colors" ? ["#ffffff"] : [`${PICTURE}?new`];
        const changed = Array.isArray(value) ? list : field === "logoUrl" ? `${PICTURE}?new` : `new ${field}`;
        const answer = await api("PATCH", one, { [field]: changed });
        expect(answer.status).toBe(200);
        expect(answer.body.updatedAt).toBeGreaterThanOrEqual(expected.updatedAt);
        expected = { ...expected, [field]: changed, updatedAt: answer.body.updatedAt };
        expect(answer.body).toEqual(expected);
      }
      expect((await api("GET", one)).body).toEqual(expected);

      expect(await api("DELETE", one)).toMatchObject({ status: 204, body: "" });
      for (const [method, body] of [["GET"], ["PATCH", { name: "y" }], ["DELETE"]] as const)
        expect((await api(method, one, body)).status).toBe(404);
      expect((await api("GET", path)).body[plural].map((item: { id: string }) => item.id)).not.toContain(id);
    });

    test("both versions answer alike", async () => {
      const id = await make(whole);
      const old = { "service-version": "2025-11-10" };
      const [now, then] = [await api("GET", `${path}/${id}`), await api("GET", `${path}/${id}`, undefined, old)];
      expect(then.body).toEqual(now.body);
      expect(then.headers.get("service-version")).toBe("2025-11-10");
      expect((await api("POST", path, whole, old)).status).toBe(201);
      expect((await api("GET", path, undefined, old)).body[plural][1]).toEqual(now.body);
    });

    test("only the name is required; texts left out are absent, lists empty", async () => {
      refused(await api("POST", path, { ...whole, name: undefined }), "name");
      const { id, createdAt, updatedAt, ...rest } = (await api("POST", path, { name: "x" })).body;
      expect(rest).toEqual({
        name: "x",
        ...(urls ? { [urls]: [] } : {}),
        ...("colors" in whole ? { colors: [] } : {}),
        ...custom,
      });
    });

    test("limits count code points, and the longest text comes back whole", async () => {
      for (const [field, limit] of Object.entries(limits)) {
        const longest = { name: "x", [field]: "🦊".repeat(limit) };
        const made = await api("POST", path, longest);
        expect(made).toMatchObject({ status: 201, body: longest });
        expect((await api("GET", `${path}/${made.body.id}`)).body[field]).toBe(longest[field]);
        const longer = "🦊".repeat(limit + 1);
        refused(await api("POST", path, { name: "x", [field]: longer }), field);
        refused(await api("PATCH", `${path}/${made.body.id}`, { [field]: longer }), field);
      }
      refused(await api("POST", path, { name: "" }), "name");
    });

    test("a field that is unknown or of another type is named, and nothing is stored", async () => {
      const id = await make();
      const before = (await api("GET", path)).body.pagination.total;
      const [lastField = ""] = Object.keys(whole).slice(-1);
      for (const [field, value] of [
        ["colour", "red"],
        ["isCustom", true],
        ["id", "x"],
        ["createdAt", 1],
        [lastField, 5],
        [lastField, null],
        ["name", ["x"]],
      ] as const) {
        refused(await api("POST", path, { name: "x", [field]: value }), field);
        refused(await api("PATCH", `${path}/${id}`, { [field]: value }), field);
      }
      refused(await api("POST", path, "[]"), "body");
      expect((await api("GET", path)).body.pagination.total).toBe(before);
    });

    test("an empty PATCH is refused", async () => {
      refused(await api("PATCH", `${path}/${await make()}`, {}), "body");
    });

    test("another account sees and changes nothing", async () => {
      const id = await make(whole);
      for (const [method, body] of [["GET"], ["PATCH", { name: "mine" }], ["DELETE"]] as const) {
        const answer = await other(method, `${path}/${id}`, body);
        expect(answer.status).toBe(404);
        expect(answer.body.type).toEndWith("/errors/not_found");
      }
      expect((await other("GET", path)).body.pagination.total).toBe(builtIn);
      expect((await api("GET", `${path}/${id}`)).body).toMatchObject(whole);
    });

    test("an id that nothing has, or that belongs to another group, is 404", async () => {
      const foreign = groups.find((group) => group.path !== path)!.path;
      const { body } = await api("POST", foreign, { name: "x" });
      const raw = toUuid(body.id.split("_")[0], body.id)!;
      for (const id of [UNKNOWN, body.id, raw, "nothing", "🦊", "'; drop table content; --"]) {
        for (const [method, change] of [["GET"], ["PATCH", { name: "y" }], ["DELETE"]] as const)
          expect((await api(method, `${path}/${encodeURIComponent(id)}`, change)).status).toBe(404);
      }
      expect((await api("GET", `${foreign}/${body.id}`)).body.name).toBe("x");
    });

    test("the list is newest first, page by page, with the built-in ones at its end", async () => {
      const { api } = await app.account();
      const made: string[] = [];
      for (const name of ["1", "2", "3"]) made.unshift(await make({ name }, api));
      const total = 3 + builtIn;
      const pages: { id: string }[][] = [];
      for (let page = 1; page <= Math.ceil(total / 2); page++) {
        const { body } = await api("GET", `${path}?page=${page}&pageSize=2`);
        expect(body.pagination).toEqual({ total, page, pageSize: 2, hasMore: page * 2 < total });
        pages.push(body[plural]);
      }
      expect(pages.map((page) => page.length).slice(0, -1)).not.toContain(1);
      const ids = pages.flat().map((item) => item.id);
      expect(ids.slice(0, 3)).toEqual(made);
      expect(new Set(ids).size).toBe(total);
      const all = (await api("GET", path)).body;
      expect(all[plural]).toEqual(pages.flat());
      expect(all.pagination).toEqual({ total, page: 1, pageSize: 20, hasMore: false });
      const beyond = await api("GET", `${path}?page=50`);
      expect(beyond.body).toEqual({ [plural]: [], pagination: { total, page: 50, pageSize: 20, hasMore: false } });
    });

    test("q finds a part of a name, on any page and whatever its case", async () => {
      const { api } = await app.account();
      const id = await make({ name: "50% of_Cold Brew\\" }, api);
      for (const name of ["Tea", "50x ofxCold"]) await make({ name }, api);
      for (const q of ["cold brew", "50% of_c", "brew\\", " Cold Brew "]) {
        const { body } = await api("GET", `${path}?${new URLSearchParams({ q, pageSize: "1" })}`);
        expect({ q, ids: body[plural].map((item: { id: string }) => item.id) }).toEqual({ q, ids: [id] });
        expect(body.pagination.total).toBe(1);
      }
      expect((await api("GET", `${path}?q=nothing+like+it`)).body[plural]).toEqual([]);
      refused(await api("GET", `${path}?q=`), "q");
    });

    test("a page out of range is refused, not clamped", async () => {
      for (const [field, value] of [
        ["page", "0"],
        ["pageSize", "0"],
        ["pageSize", "101"],
        ["page", "1.5"],
        ["sort", "name"],
      ])
        refused(await api("GET", `${path}?${field}=${value}`), field!);
      expect((await api("GET", `${path}?pageSize=100`)).status).toBe(200);
    });

    test("a key needs content:read to read and content:write to write", async () => {
      const reader = (await app.account(0, { scopes: ["content:read"] })).api;
      const writer = (await app.account(0, { scopes: ["content:write"] })).api;
      const id = await make({ name: "x" }, writer);
      expect(id).toBeString();
      for (const [client, method, at, body] of [
        [reader, "POST", path, { name: "x" }],
        [reader, "PATCH", `${path}/${id}`, { name: "x" }],
        [reader, "DELETE", `${path}/${id}`],
        [writer, "GET", path],
        [writer, "GET", `${path}/${id}`],
      ] as const) {
        const answer = await client(method, at, body);
        expect(answer.status).toBe(403);
        expect(answer.body.type).toEndWith("/errors/insufficient_scope");
      }
      expect((await reader("GET", path)).status).toBe(200);
    });

    test("concurrent changes of different fields all survive", async () => {
      const id = await make(whole);
      const texts = Object.keys(limits);
      for (let round = 0; round < 3; round++) {
        const answers = await Promise.all(
          texts.map((field) => api("PATCH", `${path}/${id}`, { [field]: `${field} ${round}` })),
        );
        expect(answers.map((answer) => answer.status)).toEqual(texts.map(() => 200));
        expect((await api("GET", `${path}/${id}`)).body).toMatchObject(
          Object.fromEntries(texts.map((field) => [field, `${field} ${round}`])),
        );
      }
    });

    if (urls) {
      test("at most 20 URLs of 4096 characters, each of them fit to be fetched", async () => {
        const longest = `${PICTURE}?${"a".repeat(4096 - PICTURE.length - 1)}`;
        expect((await api("POST", path, { name: "x", [urls]: Array(20).fill(PICTURE) })).status).toBe(201);
        expect((await api("POST", path, { name: "x", [urls]: [longest] })).body[urls]).toEqual([longest]);
        refused(await api("POST", path, { name: "x", [urls]: Array(21).fill(PICTURE) }), urls);
        refused(await api("POST", path, { name: "x", [urls]: [PICTURE, `${longest}a`] }), `${urls}.1`);

        const id = await make(whole);
        for (const url of [
          "javascript:alert(1)",
          "file:///etc/passwd",
          "http://127.0.0.1/",
          "http://[::1]/",
          "no url",
        ]) {
          for (const answer of [
            await api("POST", path, { name: "x", [urls]: [PICTURE, url] }),
            await api("PATCH", `${path}/${id}`, { [urls]: [PICTURE, url] }),
          ]) {
            expect(answer.status).toBe(400);
            expect(answer.body.type).toEndWith("/errors/unsafe_url");
            expect(Object.keys(answer.body.errors)).toEqual([`${urls}.1`]);
          }
        }
        expect((await api("GET", `${path}/${id}`)).body).toMatchObject(whole);
        expect((await api("PATCH", `${path}/${id}`, { [urls]: [] })).body[urls]).toEqual([]);
      });
    }

    if (builtIn) {
      test("the built-in ones are there for everybody, and nobody changes them", async () => {
        const items: Record<string, unknown>[] = (await other("GET", path)).body[plural];
        expect(items).toHaveLength(builtIn);
        for (const item of items) {
          const one = `${path}/${item.id}`;
          expect(item).toMatchObject({ isCustom: false, name: expect.stringMatching(/./) });
          if (path === "/styles") expect(item.promptTemplate).toContain("{prompt}");
          for (const [method, body] of [["PATCH", { name: "mine" }], ["DELETE"]] as const) {
            const answer = await api(method, one, body);
            expect(answer.status).toBe(403);
            expect(answer.body.type).toEndWith("/errors/read_only");
          }
          expect((await api("GET", one)).body).toEqual(item);
        }
      });
    }
  });
}

describe("a product's messaging", () => {
  test("is kept as it was sent, whether an id or a text", async () => {
    const { body: message } = await api("POST", "/messaging", { name: "Claim", body: "Keeps warm." });
    for (const messaging of [message.id, "", "msg_ is how it begins"]) {
      const made = await api("POST", "/products", { name: "Mug", messaging });
      expect(made).toMatchObject({ status: 201, body: { messaging } });
    }
  });

  test("may not be the id of a message that this account does not have", async () => {
    const { body: theirs } = await other("POST", "/messaging", { name: "Claim" });
    const { body: mug } = await api("POST", "/products", { name: "Mug" });
    for (const messaging of [theirs.id, `msg_${"z".repeat(26)}`]) {
      refused(await api("POST", "/products", { name: "Mug", messaging }), "messaging");
      refused(await api("PATCH", `/products/${mug.id}`, { messaging }), "messaging");
    }
  });
});

test("400 for a colour that is no hex code, and for a logo at an address inside", async () => {
  refused(await api("POST", "/products", { name: "x", colors: ["blue"] }), "colors.0");
  const { status, body } = await api("POST", "/styles", { name: "x", logoUrl: "http://127.0.0.1/logo.png" });
  expect([status, Object.keys(body.errors)]).toEqual([400, ["logoUrl"]]);
});
