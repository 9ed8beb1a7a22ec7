/**
 * A whole plug-in in one file: an image engine that draws colour gradients, with a route, a table, a schedule,
 * a setting and a page. docs/plugins.md walks through it. Start Vireo with it:
 *
 *     VIREO_PLUGINS=./examples/plugin/gradients.ts bun run start
 */
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import type { Engine } from "vireo/engine";
import type { Module } from "vireo/module";
import type { ImageRequest } from "vireo/slots/image";

type Color = [red: number, green: number, blue: number];

const SIZES: Record<string, [width: number, height: number]> = {
  "1:1": [1024, 1024],
  "9:16": [720, 1280],
  "16:9": [1280, 720],
  "4:5": [864, 1080],
  "3:4": [810, 1080],
};

/** Two colours out of a prompt: the same words, the same colours. */
function colorsOf(prompt: string): [Color, Color] {
  const hash = Bun.hash.xxHash64(prompt);
  const byte = (at: number) => Number((hash >> BigInt(8 * at)) & 255n);
  return [
    [byte(0), byte(1), byte(2)],
    [byte(3), byte(4), byte(5)],
  ];
}

/** A PNG whose rows go from one colour to the other: https://www.w3.org/TR/png-3/ */
function png(width: number, height: number, [from, to]: [Color, Color]): Uint8Array {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    const share = y / (height - 1);
    const pixel = Buffer.from(from.map((value, at) => Math.round(value + (to[at]! - value) * share)));
    rows.fill(pixel, y * (1 + width * 3) + 1, (y + 1) * (1 + width * 3));
  }
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length);
    framed.set(body, 4);
    framed.writeUInt32BE(Bun.hash.crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

export const engine: Engine<ImageRequest> = {
  name: "gradients",
  models: [{ id: "gradient-1", title: "Gradient", aspectRatios: Object.keys(SIZES) }],
  // Cut off, it may simply run again: it costs nothing and leaves nothing behind.
  repeatable: true,
  review: (request) => (request.source ? { imageId: "This engine makes pictures, it does not change them." } : {}),
  estimateSeconds: () => 1,
  async create({ prompt, aspectRatio }, run) {
    const [width, height] = SIZES[aspectRatio] ?? [1024, 1024];
    const path = join(run.folder, "gradient.png");
    await Bun.write(path, png(width, height, colorsOf(prompt)));
    return { state: "completed", files: { main: { path } } };
  },
};

/** The plug-in's own table: Kysely knows it by this line alone. */
interface Favourites {
  id: string;
  account_id: string;
  prompt: string;
  created_at: Date;
}

export default {
  name: "gradients",
  contract: "1",
  description: "Colour gradients, and the prompts one likes.",
  settings: {
    type: "object",
    additionalProperties: false,
    default: {},
    properties: {
      keepDays: {
        type: "integer",
        minimum: 1,
        default: 90,
        env: "GRADIENTS_KEEP_DAYS",
        description: "Days that favourites are kept.",
      },
    },
  },
  migrations: {
    "001_favourites": {
      async up(db) {
        await db.schema
          .createTable("gradient_favourites")
          .addColumn("id", "uuid", (column) => column.primaryKey())
          .addColumn("account_id", "uuid", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
          .addColumn("prompt", "text", (column) => column.notNull())
          .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo("now()"))
          .execute();
      },
    },
  },
  page: { title: "Gradients", path: "/" },
  start({ db: database, router, t, settings }) {
    const db = database.withTables<{ gradient_favourites: Favourites }>();
    const { keepDays } = settings as { keepDays: number };
    const Favourite = t.Object({ id: t.String(), prompt: t.String() }, { additionalProperties: false });

    const routes = router()
      .get(
        "/favourites",
        async ({ caller }) => ({
          favourites: await db
            .selectFrom("gradient_favourites")
            .select(["id", "prompt"])
            .where("account_id", "=", caller.accountId)
            .orderBy("created_at", "desc")
            .limit(100)
            .execute(),
        }),
        {
          auth: "media:read",
          detail: { summary: "List the newest favourite prompts" },
          response: { 200: t.Object({ favourites: t.Array(Favourite) }, { additionalProperties: false }) },
        },
      )
      .post(
        "/favourites",
        async ({ body, caller, set }) => {
          const row = { id: crypto.randomUUID(), prompt: body.prompt };
          await db
            .insertInto("gradient_favourites")
            .values({ ...row, account_id: caller.accountId, created_at: new Date() })
            .execute();
          set.status = 201;
          return row;
        },
        {
          auth: "media:write",
          detail: { summary: "Keep a prompt" },
          body: t.Object({ prompt: t.String({ minLength: 1, maxLength: 2000 }) }, { additionalProperties: false }),
          response: { 201: Favourite },
        },
      );

    // Shown in the dashboard. It rides on the visitor's session, like the dashboard's own pages.
    const open = router().get(
      "/",
      () => new Response(PAGE, { headers: { "content-type": "text/html; charset=utf-8" } }),
    );

    return {
      routes,
      open,
      engines: { image: engine },
      schedules: {
        forget: {
          cron: "0 12 3 * * *",
          async run() {
            const before = new Date(Date.now() - keepDays * 86_400_000);
            await db.deleteFrom("gradient_favourites").where("created_at", "<", before).execute();
          },
        },
      },
    };
  },
} satisfies Module;

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Gradients</title>
<style>body { font: 16px system-ui; margin: 2rem; max-width: 40rem }</style>
<h1>Favourite gradients</h1>
<ul id="list"></ul>
<script type="module">
  const answer = await fetch("/api/v1/gradients/favourites", { headers: { "x-vireo-dashboard": "1" } });
  const { favourites = [] } = await answer.json();
  const list = document.getElementById("list");
  for (const { prompt } of favourites) list.append(Object.assign(document.createElement("li"), { textContent: prompt }));
  if (favourites.length === 0) list.replaceWith("None yet: POST /api/v1/gradients/favourites keeps one.");
</script>
</html>`;
