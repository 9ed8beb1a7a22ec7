import { newUuid, toPublicId } from "#core/ids";
import { newStorageKey } from "#core/storage/storage";
import type { TestApp } from "#test/app";

/** Part of what belongs to the owner. Nobody else may get to see it. */
export const MINE = "PRIVATE-MARKER-77";

/** Parameters without a resource of the owner. Their routes are called with an unknown id. */
const UNMADE = new Set(["editId", "module", "sessionId"]);

type Operation = { "x-scope"?: string };

/** Every documented route of both versions, with ways to fill its parameters. */
export async function createRouteList(app: TestApp) {
  const seen = new Map<string, { method: string; path: string; scope?: string }>();
  for (const version of ["2025-11-10", "2026-03-06"]) {
    const { body } = await app.as(undefined)("GET", `/openapi.json?version=${version}`);
    for (const [path, item] of Object.entries(body.paths as Record<string, Record<string, Operation>>)) {
      for (const [method, operation] of Object.entries(item)) {
        if (!/^(get|post|put|patch|delete)$/.test(method)) continue;
        const absolute = /^\/(health|ready|api\/)/.test(path) ? path : `/api/v1${path}`;
        const generic = absolute.replace(
          "{taskId}",
          absolute.includes("/images/") ? "{imageId}" : absolute.includes("/music/") ? "{musicId}" : "{taskId}",
        );
        const scope = operation["x-scope"];
        seen.set(`${method} ${generic}`, { method: method.toUpperCase(), path: generic, ...(scope ? { scope } : {}) });
      }
    }
  }
  return [...seen.values()].map((route) => ({
    ...route,
    fill: (id: string) => route.path.replace("{version}", "1").replace(/\{\w+\}/g, () => encodeURIComponent(id)),
    /** Ids of the owner's own resources of this route's kind; made once. */
    id: async () => {
      const param = /\{(\w+)\}/.exec(route.path)?.[1] ?? "";
      // Accounts of ours and accounts at platforms go by the same name.
      const name = route.path.includes("/social/accounts/") ? "socialAccountId" : param;
      const ids = (await resources(app))[name];
      if (!ids && param && !UNMADE.has(name)) throw new Error(`Make a resource for {${name}} in test/route-list.ts.`);
      if (ids?.some((id) => id === undefined)) throw new Error(`No ${name} could be made.`);
      return ids ?? [];
    },
  }));
}

const made = new WeakMap<TestApp, Promise<Record<string, string[]>>>();
function resources(app: TestApp): Promise<Record<string, string[]>> {
  const ids = made.get(app) ?? make(app);
  made.set(app, ids);
  return ids;
}

async function make({ api, vireo }: TestApp): Promise<Record<string, string[]>> {
  const { body: key } = await api("POST", "/keys", { name: MINE });
  const { body: image } = await api("POST", "/images/generate", { prompt: MINE });
  const { body: video } = await api("POST", "/videos/generate", { prompt: MINE, duration: 3, resolution: "720p" });
  const { body: track } = await api("POST", "/music/generate", { prompt: MINE });
  const { body: upload } = await api("POST", "/upload", { fileName: "a.png", contentType: "image/png", size: 10 });
  const named: Record<string, string[]> = {};
  for (const [group, param] of Object.entries({
    personas: "personaId",
    messaging: "messagingId",
    products: "productId",
    styles: "styleId",
    characters: "characterId",
    inspo: "inspoId",
  })) {
    named[param] = [(await api("POST", `/${group}`, { name: MINE })).body.id];
  }
  const font = { id: newUuid(), account_id: key.accountId, name: MINE, key: newStorageKey("ttf"), size: 1 };
  const facts = { family: MINE, style: "Regular", weight: 400, ascent: 1, descent: 0 };
  await vireo.db
    .insertInto("fonts")
    .values({ ...font, facts })
    .execute();
  const { body: hook } = await api("POST", "/webhooks", { url: "https://example.com/hook", events: ["*"] });
  await api("POST", "/social/accounts");
  const { body: social } = await api("GET", "/social/accounts");
  const { body: post } = await api("POST", "/social/posts", {
    videoUrl: "https://example.com/video.mp4",
    accountIds: [social.accounts[0].accountId],
    mode: "draft",
  });
  const { body: review } = await api("POST", "/social/reviews", {
    ...{ postIds: [post.postId], reviewers: [{ name: MINE, email: "client@example.com" }], canDecide: true },
  });
  const { body: template } = await api("POST", "/templates", { name: MINE, fields: [], body: { prompt: MINE } });
  const { body: scrape } = await api("POST", "/scrape-tiktok", { query: MINE });
  const { body: analysis } = await api("POST", "/videos/analyze", { url: "https://example.com/video.mp4" });
  const plan = { platforms: ["tiktok"], days: 1, postsPerDay: 1, niche: MINE };
  const { body: planned } = await api("POST", "/content-plans", plan);
  await api("PUT", "/social/groups/mine", { accountIds: [social.accounts[0].accountId] });
  await api("PUT", "/social/snippets/mine", { kind: "hashtags", text: "#mine" });
  await api("PUT", "/drafts/mine", { content: { text: MINE }, revision: 0 });
  const { body: invitation } = await api("POST", "/people/invitations", { email: "mine@example.com" });
  const { body: accepted } = await api("POST", "/people/invitations", { email: "joined@example.com" });
  const joined = { token: new URL(accepted.link).searchParams.get("token"), password: "long enough", name: "Joined" };
  const { body: person } = await api("POST", "/auth/accept", joined, { "x-vireo-dashboard": "1" });
  const search = {
    id: newUuid(),
    account_id: key.accountId,
    kind: "clips",
    status: "completed" as const,
    engine: "local",
  };
  const request = { source: { id: newUuid(), version: 1, key: newStorageKey("mp4") } };
  await vireo.db
    .insertInto("generations")
    .values({ ...search, ...{ model: "local-moments-1", prompt: MINE, request, files: {}, facts: {}, credits: 0 } })
    .execute();
  const rows = await vireo.db.selectFrom("generations").select(["id", "kind"]).execute();
  const raw = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.id);
  return {
    ...named,
    postId: [post.postId],
    templateId: [template.templateId],
    reviewId: [review.reviewId],
    webhookId: [hook.webhookId],
    keyId: [key.keyId],
    accountId: [key.accountId],
    socialAccountId: [social.accounts[0].accountId],
    imageId: [image.imageId, ...raw("image")],
    videoId: [video.videoId, ...raw("video")],
    musicId: [track.musicId, ...raw("music")],
    id: [...raw("video")],
    taskId: [...raw("video")],
    scrapeId: [scrape.scrapeId],
    analysisId: [analysis.analysisId, ...raw("analysis")],
    clipsId: [toPublicId("clp", search.id), ...raw("clips")],
    planId: [planned.planId, ...raw("plan")],
    uploadId: [upload.uploadId],
    fontId: [toPublicId("fnt", font.id)],
    invitationId: [invitation.invitationId],
    personId: [person.personId],
    name: ["mine"],
  };
}

/** What passes validation, so that the id is what the answer is about. */
export const bodies: Record<string, unknown> = {
  "/api/v1/social/posts/{postId}": { content: "x" },
  "/api/v1/social/posts/{postId}/approve": { revision: 1 },
  "/api/v1/social/posts/{postId}/reject": { comment: "x" },
  "/api/v1/social/posts/{postId}/comments": { text: "x" },
  "/api/v1/webhooks/{webhookId}": { events: ["*"] },
  "/api/v1/videos/{videoId}/clips": {},
  "/api/v1/clips/{clipsId}/render": { ids: ["mom_x"] },
  "/api/v1/social/groups/{name}": { accountIds: ["soc_x"] },
  "/api/v1/social/snippets/{name}": { kind: "hashtags", text: "x" },
  "/api/v1/drafts/{name}": { content: {}, revision: 1 },
  "/api/v1/people/{personId}": { role: "viewer" },
  "/api/v1/notifications/{personId}": { kind: "post.failed", enabled: false },
  "/api/v1/content-plans/{planId}": {
    items: [
      {
        ...{ day: 1, platform: "tiktok", title: "t", hook: "h", concept: "c", script: "s", shots: ["x"] },
        ...{ caption: "c", hashtags: [], cta: "go", inspiredBy: [] },
      },
    ],
  },
  "/api/v1/content-plans/{planId}/produce": {
    ...{ startDate: "2027-01-01", timezone: "UTC", accountIds: ["soc_x"], mode: "draft" },
  },
  "/api/v1/templates/{templateId}/versions": { fields: [], body: { prompt: "x" } },
  "/api/v1/videos/{videoId}": { title: "x" },
  "/api/v1/images/{imageId}": { title: "x" },
  "/api/v1/uploads/{uploadId}": { tags: ["x"] },
  "/api/v1/music/{musicId}": { title: "x" },
  "/api/v1/videos/{videoId}/captions": { text: "hello" },
  "/api/v1/videos/{videoId}/overlay": { type: "text", text: "hello" },
  "/api/v1/videos/{videoId}/transcript": {},
  "/api/v1/videos/{videoId}/voiceover": { text: "hello" },
  "/api/v1/social/accounts/{accountId}/slots": { timezone: "UTC", slots: [] },
  "/api/v1/webhooks/{webhookId}/test": { type: "image.completed" },
  "/api/v1/videos/{videoId}/trim": { start: 0, end: 1 },
  "/api/v1/videos/{videoId}/render": { layers: [{ type: "trim", start: 0, end: 1 }] },
};
