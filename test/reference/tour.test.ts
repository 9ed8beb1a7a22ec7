/** A tour of the API whose calls become the examples of the reference: `bun run examples`. Otherwise it does not run. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import type { Speaker } from "#sdk/slots/speak";
import type { Transcriber } from "#sdk/slots/transcribe";
import { ADMIN, startApp, type TestApp } from "#test/app";
import { createBoxFont } from "#test/fonts";
import { tokenOf } from "#test/modules/people-client";
import { startReceiver } from "#test/modules/webhooks-receiver";
import { record, recordEvents } from "#test/reference/recorder";
import { toneOf } from "#test/tone";
import { until } from "#test/until";

const OLD = { "service-version": "2025-11-10" };
const DAY = 86_400_000;

const speak: Speaker = {
  name: "speaker",
  models: [{ id: "speaker-1", title: "Speaker" }],
  voices: ["anna", "ben"],
  async speak({ text, speed }, { folder }) {
    const path = join(folder, "voice.wav");
    const wave = toneOf(text, speed);
    wave.writeUInt32LE(wave.length - 44, 40);
    await Bun.write(path, wave);
    return { path };
  },
};
const transcribe: Transcriber = {
  name: "listener",
  transcribe: async () => [
    { start: 0, end: 2.4, text: "Cold brew that hits different." },
    { start: 2.6, end: 4.1, text: "Zero sugar." },
  ],
};
/** Engines that refuse everything, for the events that tell of failures. */
const refuser = defineModule({
  name: "refuser",
  start() {
    const make = (slot: string) => ({
      name: "refuser",
      models: [{ id: `refuser-${slot}`, title: "Refuser", duration: { min: 1, max: 60, default: 5 } }],
      create: async () => ({
        ...{ state: "failed" as const, code: "content_policy" },
        message: "The prompt violates the vendor's content policy.",
      }),
    });
    return {
      engines: Object.fromEntries(
        ["image", "video", "music", "analyse", "plan", "moments"].map((slot) => [slot, make(slot)]),
      ),
    };
  },
});
const speaker = defineModule({ name: "speaker", start: () => ({ engines: { speak, transcribe } }) });

const receiver = startReceiver();
let app: TestApp;

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
type Any = any;
async function call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Any> {
  const answer = await app.api(method, path, body, headers);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const isRecording = process.env.RECORD_EXAMPLES !== undefined;
beforeAll(async () => {
  if (!isRecording) return;
  app = await startApp({ allowHosts: ["127.0.0.1"] }, [...modules, ...plugins, speaker, refuser]);
});
afterAll(async () => {
  receiver.stop();
  if (isRecording) await app.stop();
});

async function nameContent(): Promise<Any> {
  const groups: Record<string, [body: object, change: object]> = {
    personas: [
      { name: "Busy parents", description: "Parents of small children who need coffee, fast and at home." },
      { description: "Parents of small children. Warm, short sentences, a little humour." },
    ],
    messaging: [
      { name: "Zero sugar", body: "All of the coffee, none of the sugar. Ready in ten seconds." },
      { body: "All of the coffee, none of the sugar." },
    ],
    products: [
      {
        name: "Nightowl Cold Brew",
        description: "Cold brew concentrate, 500 ml, zero sugar.",
        messaging: "Smooth and strong.",
      },
      { description: "Cold brew concentrate for ten cups. Zero sugar." },
    ],
    styles: [
      {
        name: "Morning light",
        description: "Soft window light, pastel colours.",
        promptTemplate: "{prompt}, soft morning light",
      },
      { promptTemplate: "{prompt}, soft morning light, pastel colours" },
    ],
    characters: [
      { name: "Maya", description: "Barista in her thirties, curly hair, green apron." },
      { description: "Barista in her thirties. Curly hair, green apron, calm voice." },
    ],
    inspo: [
      { name: "Coffee at home", niche: "coffee", brand: "Nightowl", description: "Hooks for people who brew at home." },
      { niche: "home coffee" },
    ],
  };
  const ids: Record<string, string> = {};
  for (const [group, [body, change]] of Object.entries(groups)) {
    const { id } = await call("POST", `/${group}`, body);
    ids[group] = id;
    await call("PATCH", `/${group}/${id}`, change);
    await call("GET", `/${group}/${id}`);
    await call("GET", `/${group}?pageSize=2`);
    const spare = await call("POST", `/${group}`, body);
    await call("DELETE", `/${group}/${spare.id}`);
  }
  const colors = ["#14213d", "#fca311"];
  const { fontId } = await uploadFont("Nightowl Sans");
  const spareFont = await uploadFont("Nightowl Serif");
  await call("DELETE", `/fonts/${spareFont.fontId}`);
  await call("PUT", "/brand-kit", {
    name: "Nightowl",
    colors,
    fonts: { heading: fontId, text: "Inter" },
    captions: { style: "karaoke", highlightColor: "#fca311" },
  });
  await call("GET", "/brand-kit");
  await call("GET", "/fonts");
  return ids;
}

function uploadFont(family: string): Promise<Any> {
  const form = new FormData();
  form.append("file", new Blob([createBoxFont({ family })]), "font.ttf");
  return call("POST", "/fonts", form);
}

/** Makes clips of a video that is as long as the example allows. */
async function makeClips(): Promise<void> {
  const prompt = "Cold brew that hits different. Zero sugar. Order yours today.";
  const { body: long } = await app.api("POST", "/videos/generate", { prompt, duration: 12, resolution: "720p" });
  await app.ended(`/videos/${long.videoId}`);
  const request = { count: 1, minSeconds: 5, maxSeconds: 12, subtitles: SUBTITLES, captions: { style: "karaoke" } };
  const { clipsId } = await call("POST", `/videos/${long.videoId}/clips`, request);
  await app.ended(`/clips/${clipsId}`);
  const { clips } = await call("GET", `/clips/${clipsId}`);
  expect(clips.length).toBeGreaterThan(0);
  await call("POST", `/clips/${clipsId}/render`, { ids: clips.map(({ id }: Any) => id) });
  await call("GET", "/clips?pageSize=2");
  const { body: failing } = await app.api("POST", `/videos/${long.videoId}/clips`, {
    ...request,
    model: "refuser-moments",
  });
  await app.ended(`/clips/${failing.clipsId}`);
  await call("DELETE", `/clips/${failing.clipsId}`);
}

const SUBTITLES = `1
00:00:00,400 --> 00:00:05,600
Most people pay four dollars for a coffee that takes ten seconds to make at home.

2
00:00:06,200 --> 00:00:11,400
Pour the concentrate over ice, add milk, and you have saved a thousand dollars a year.
`;

async function makeMedia({ products }: Record<string, string>): Promise<Any> {
  const prompt = "Cold brew that hits different. Zero sugar. Order yours today.";
  for (const [path, body, id] of [
    ["/videos/generate", { prompt, duration: 3, resolution: "720p" }, "videoId"],
    ["/images/generate", { prompt: "A glass of cold brew" }, "imageId"],
    ["/music/generate", { prompt: "A calm beat" }, "musicId"],
  ] as const) {
    const kind = path.split("/")[1];
    const made = await app.api("POST", path, body);
    await app.ended(`/${kind}/${made.body[id]}`);
    await call("DELETE", `/${kind}/${made.body[id]}`);
  }
  await makeClips();
  const { scenes } = await call("POST", "/videos/storyboard", { prompt, duration: 6 });
  expect(scenes.length).toBeGreaterThan(1);
  const request = { prompt, duration: 6, resolution: "720p", aspectRatio: "9:16", productId: products };
  const { videoId } = await call("POST", "/videos/generate", request);
  await app.ended(`/videos/${videoId}`);
  await call("POST", `/videos/${videoId}/transcript`, { language: "en" });
  await call("GET", `/videos/${videoId}/transcript`);
  await call("GET", `/videos/${videoId}/caption-guides`);
  await call("POST", `/videos/${videoId}/captions`, {
    text: "I stopped buying lattes and started making this at home.",
    style: "karaoke",
  });
  await call("POST", `/videos/${videoId}/overlay`, { type: "text", text: "-20% this week", position: "top", start: 1 });
  await call("POST", `/videos/${videoId}/trim`, { start: 0.5, end: 5 });
  const { body: later } = await app.api("POST", `/videos/${videoId}/trim`, { start: 1 }, { prefer: "respond-async" });
  await app.ended(`/edits/${later.editId}`);
  await call("GET", `/edits/${later.editId}`);
  const { body: failing } = await app.api(
    "POST",
    `/videos/${videoId}/captions`,
    { text: "ᚠᚢᚦ", fromVersion: 1 },
    { prefer: "respond-async" },
  );
  await app.ended(`/edits/${failing.editId}`);
  const layers = [
    { type: "captions", text: "No more lattes.", style: "karaoke" },
    { type: "overlay", text: "Order today", position: "top" },
  ];
  await call("POST", `/videos/${videoId}/render`, { layers, fromVersion: 1 });
  await call("GET", `/videos/${videoId}/versions/2`);
  await call("GET", `/videos/${videoId}/versions/2/timeline`);
  await call("POST", `/videos/${videoId}/voiceover`, { text: "Cold brew that hits different.", voice: "anna" });
  await call("PATCH", `/videos/${videoId}`, { title: "Cold brew in ten seconds", folder: "Summer campaign" });
  const { url } = await call("GET", `/videos/${videoId}`);
  await call("GET", "/videos?status=completed&pageSize=2");
  await call("POST", "/videos", { url, title: "Cold brew, second cut" });
  const image = await call("POST", "/images/generate", {
    prompt: "A glass of cold brew on a wooden table",
    aspectRatio: "4:5",
  });
  await app.ended(`/images/${image.imageId}`);
  const labels = { title: "Cold brew, studio light", tags: ["summer", "product"], folder: "Spring campaign" };
  await call("PATCH", `/images/${image.imageId}`, labels);
  await call("GET", `/images/${image.imageId}`);
  await call("GET", "/images?pageSize=2");
  const edit = await call("POST", "/images/edit", { imageId: image.imageId, prompt: "Warmer colours" });
  await app.ended(`/images/${edit.imageId}`);
  await call("GET", "/library");
  await call("PATCH", "/library/folders", { folder: "Spring campaign", name: "Summer campaign" });
  const track = await call("POST", "/music/generate", {
    prompt: "Warm lo-fi beat with soft keys, 85 bpm",
    model: "V5",
    title: "Slow morning",
    style: "lo-fi",
  });
  await app.ended(`/music/${track.musicId}`);
  await call("PATCH", `/music/${track.musicId}`, { title: "Morning in the kitchen", tags: ["lo-fi"] });
  await call("GET", `/music/${track.musicId}`);
  await call("GET", "/music?pageSize=2");
  await call("GET", `/tasks/${videoId}`, undefined, OLD);
  const file = { fileName: "barista.mp4", contentType: "video/mp4", size: 18_874_368 };
  const { uploadId } = await call("POST", "/upload", file);
  await call("PATCH", `/uploads/${uploadId}`, { tags: ["barista"] });
  await call("GET", "/uploads?pageSize=2");
  await call("GET", "/uploads/tags");
  await call("DELETE", `/uploads/${uploadId}`);
  return videoId;
}

async function research({ inspo, products, personas }: Record<string, string>): Promise<void> {
  const scrape = await call("POST", "/scrape-tiktok", { query: "cold brew", mode: "keyword", limit: 2 });
  await call("GET", `/scrapes/${scrape.scrapeId}`);
  await call("POST", "/viral-library/demo");
  // Samples say that they are.
  const { sample: _sample, ...found } = scrape.videos[0];
  const { videos } = await call("POST", "/viral-library/videos", { videos: [found] });
  await until(async () => (await app.api("GET", "/viral-library/search?q=coffee&limit=2")).body.total > 0);
  await call("GET", "/viral-library/search?q=people%20making%20coffee%20at%20home&limit=2&minViews=1000");
  await until(async () => (await app.api("GET", "/viral-library/search?library=media&q=coffee")).body.total > 0);
  await call("GET", "/viral-library/search?library=media&q=coffee&limit=2");
  await until(async () => (await app.api("GET", `/viral-library/videos/${videos[0].id}`)).body.analysis);
  await call("GET", "/viral-library/videos?pageSize=2");
  await call("GET", `/viral-library/videos/${videos[0].id}`);
  await call("GET", `/viral-library/videos/${videos[0].id}/similar?limit=2`);
  await call("DELETE", `/viral-library/videos/${videos[0].id}`);
  const plan = {
    ...{ productId: products, personaId: personas, inspoId: inspo, niche: "coffee", goal: "First orders" },
    ...{ platforms: ["tiktok"], days: 1, postsPerDay: 1, language: "en" },
  };
  const { planId } = await call("POST", "/content-plans", plan);
  const { items } = await app.ended(`/content-plans/${planId}`);
  await call("PATCH", `/content-plans/${planId}`, {
    items: [{ ...items[0], title: "Ten seconds to cold brew", hashtags: [] }],
  });
  await call("POST", "/social/accounts");
  const { accounts } = await call("GET", "/social/accounts");
  const tiktok = accounts.find(({ platform }: { platform: string }) => platform === "tiktok");
  const startDate = new Date(Date.now() + 10 * DAY).toISOString().slice(0, 10);
  const order = { startDate, timezone: "Europe/Berlin", times: ["18:30"], accountIds: [tiktok.accountId] };
  await call("POST", `/content-plans/${planId}/produce`, {
    ...{ ...order, mode: "schedule", tiktokPrivacyLevel: "PUBLIC_TO_EVERYONE" },
  });
  await until(async () => (await app.api("GET", `/content-plans/${planId}`)).body.production.rendering === 0, 120_000);
  await call("GET", `/content-plans/${planId}`);
  await call("GET", "/content-plans?pageSize=1");
  await call("DELETE", `/content-plans/${planId}`);
}

async function analyse(videoId: string): Promise<void> {
  const { analysisId } = await call("POST", "/videos/analyze", { videoId });
  await app.ended(`/analyses/${analysisId}`);
  await call("GET", "/analyses?pageSize=1");
  await call("DELETE", `/analyses/${analysisId}`);
}

/** What goes wrong becomes samples of events. Refused calls are no examples, because the good ones come later. */
async function fail(): Promise<void> {
  const prompt = "A glass of cold brew";
  const plan = { platforms: ["tiktok"], days: 1, postsPerDay: 1, niche: "coffee" };
  for (const [path, body, read] of [
    ["/images/generate", { prompt, model: "refuser-image" }, "/images/{imageId}"],
    ["/videos/generate", { prompt, model: "refuser-video" }, "/videos/{videoId}"],
    ["/music/generate", { prompt, model: "refuser-music" }, "/music/{musicId}"],
    ["/videos/analyze", { url: "https://example.com/video.mp4", model: "refuser-analyse" }, "/analyses/{analysisId}"],
    ["/content-plans", { ...plan, model: "refuser-plan" }, "/content-plans/{planId}"],
  ] as const) {
    const { body: start } = await app.api("POST", path, body);
    await app.ended(read.replace(/\{(\w+)\}/, (_, id: string) => start[id]));
  }
  const poor = await app.account(51);
  await poor.api("POST", "/images/generate", { prompt });
}

async function publish(videoId: string): Promise<void> {
  await call("POST", "/social/accounts");
  const { accounts } = await call("GET", "/social/accounts");
  const [tiktok, other] = accounts.map(({ accountId }: { accountId: string }) => accountId);
  await call("PUT", "/social/groups/night-owl", { accountIds: [tiktok, other] });
  await call("GET", "/social/groups");
  await call("DELETE", "/social/groups/night-owl");
  await call("PUT", "/social/snippets/summer", { kind: "hashtags", text: "#coldbrew #summer" });
  await call("GET", "/social/snippets");
  await call("DELETE", "/social/snippets/summer");
  await call("GET", "/social/platforms");
  await call("GET", `/social/accounts/${tiktok}/creator-info`);
  const draft = { videoId, mode: "draft", timezone: "Europe/Berlin", tiktokPrivacyLevel: "PUBLIC_TO_EVERYONE" };
  const failing = await call("POST", "/social/posts", { ...draft, accountIds: [tiktok], content: "#sandbox-fail" });
  await app.api("POST", `/social/posts/${failing.postId}/publish`);
  const read = (id: string) => app.api("GET", `/social/posts/${id}`);
  await until(async () => (await read(failing.postId)).body.status === "failed");
  await call("PATCH", `/social/posts/${failing.postId}`, { content: "No more lattes" }).catch(() => {});
  await call("POST", `/social/posts/${failing.postId}/retry`);
  const partial = { ...draft, mode: "now", accountIds: [tiktok, other], content: "Two ways #sandbox-fail:tiktok" };
  await app.api("POST", "/social/posts", partial);
  const cancelled = await app.api("POST", "/social/posts", { ...draft, accountIds: [other], content: "Never mind" });
  await call("DELETE", `/social/posts/${cancelled.body.postId}`);
  const now = await app.api("POST", "/social/posts", { ...draft, accountIds: [other], content: "Zero sugar" });
  await call("POST", `/social/posts/${now.body.postId}/publish`);
  await until(async () => (await read(now.body.postId)).body.status === "published");
  const content = "No more lattes. #coldbrew";
  const { postId } = await call("POST", "/social/posts", {
    ...{ videoId, accountIds: [tiktok, other], mode: "schedule", scheduledFor: Date.now() + DAY },
    ...{ timezone: "Europe/Berlin", content, aiGenerated: true, tiktokPrivacyLevel: "PUBLIC_TO_EVERYONE" },
  });
  await call("PATCH", `/social/posts/${postId}`, { scheduledFor: Date.now() + 2 * DAY });
  const from = Math.floor(Date.now() / DAY) * DAY;
  await call("GET", `/social/calendar?from=${from}&to=${from + 7 * DAY}`);
  await call("GET", "/social/posts?status=published&pageSize=2");
  await call("GET", `/social/posts/${now.body.postId}`);
}

/** Posts that wait for an approval, until one is approved, one rejected, and one overdue. */
async function approve(videoId: string): Promise<void> {
  await call("PUT", "/social/approval", { requireApproval: "everyone" });
  await call("GET", "/social/approval");
  const { accounts } = await call("GET", "/social/accounts");
  const [{ accountId }] = accounts;
  const ask = async (content: string) => {
    const post = {
      ...{ videoId, accountIds: [accountId], mode: "schedule", scheduledFor: Date.now() + 3 * DAY, content },
      tiktokPrivacyLevel: "PUBLIC_TO_EVERYONE",
    };
    return (await app.api("POST", "/social/posts", post)).body.postId as string;
  };
  const [good, bad, late] = [await ask("Ready in ten seconds"), await ask("Best in town"), await ask("Too late")];
  const { reviewId, reviewers } = await call("POST", "/social/reviews", {
    ...{ postIds: [good, bad], canDecide: true, passcode: "cold brew 12" },
    reviewers: [{ name: "Noor Haddad", email: "noor@client.example" }],
  });
  await call("POST", `/social/posts/${bad}/comments`, { text: "Can we prove this?", visibility: "client" });
  await call("GET", `/social/posts/${bad}/comments`);
  await call("POST", `/social/posts/${bad}/reject`, { comment: "Leave out “best”.", revision: 1 });
  await call("POST", `/social/posts/${good}/approve`, { revision: 1 });
  await call("GET", "/social/reviews?pageSize=1");
  await call("GET", `/social/reviews/${reviewId}`);
  await call("DELETE", `/social/reviews/${reviewId}/reviewers/${reviewers[0].reviewerId}`);
  await call("DELETE", `/social/reviews/${reviewId}`);
  await call("GET", "/social/report.html?month=2026-11&timezone=Europe/Berlin");
  const passed = new Date(Date.now() - 60_000);
  await app.vireo.db
    .updateTable("social_posts")
    .set({ scheduled_for: passed, notice_at: passed })
    .where("content", "=", "Too late")
    .execute();
  await until(async () => (await app.api("GET", `/social/posts/${late}`)).body.approval.overdue);
  await app.api("PUT", "/social/approval", { requireApproval: "off" });
}

async function watch(): Promise<void> {
  const url = receiver.url("vireo");
  const hook = { url, events: ["video.*", "post.published"], description: "Production" };
  const { webhookId } = await call("POST", "/webhooks", hook);
  await call("PATCH", `/webhooks/${webhookId}`, { events: ["*"] });
  const test = await call("POST", `/webhooks/${webhookId}/test`, { type: "video.completed" });
  const path = `/webhooks/${webhookId}/deliveries`;
  await until(async () => (await app.api("GET", `${path}/${test.deliveryId}`)).body.status === "delivered");
  await call("GET", `${path}/${test.deliveryId}`);
  await call("GET", `${path}?status=delivered&pageSize=2`);
  await call("POST", `${path}/${test.deliveryId}/redeliver`);
  await call("POST", `/webhooks/${webhookId}/rotate-secret`);
  await call("GET", `/webhooks/${webhookId}`);
  await call("GET", "/webhooks");
  await call("DELETE", `/webhooks/${webhookId}`);
}

/** The stream stays open, so it is read here up to its first event. */
async function stream(): Promise<void> {
  const request = new Request("http://localhost/api/v1/events?types=image.*", {
    headers: { authorization: `Bearer ${ADMIN}` },
  });
  const { status, headers, body } = await app.vireo.handle(request);
  const reader = body!.getReader();
  void app.api("POST", "/images/generate", { prompt: "A glass of cold brew" });
  let text = "";
  while (!/event: image[\s\S]*\n\n/.test(text)) text += new TextDecoder().decode((await reader.read()).value);
  await reader.cancel();
  const seen = { method: "GET", path: "/api/v1/events", search: "?types=image.*", sent: undefined };
  const event = text.slice(text.search(/id: \d+\nevent: image|event: image/)).trimEnd();
  await record(app.vireo, { ...seen, status, headers, body: `${event}\n\n` as never });
}

async function administer(): Promise<void> {
  const lists = ["/health", "/ready", "/versions", "/modules", "/models", "/voices", "/avatars"];
  for (const path of lists) await call("GET", path);
  const { accountId } = await call("POST", "/accounts", { name: "Agency client", credits: 500 });
  await call("PATCH", `/accounts/${accountId}`, { concurrentJobs: 4, storageBytes: 50_000_000_000 });
  await call("GET", `/accounts/${accountId}`);
  await call("GET", "/accounts?pageSize=2");
  await call("POST", `/accounts/${accountId}/suspend`);
  await call("DELETE", `/accounts/${accountId}`);
  await call("POST", `/accounts/${accountId}/resume`);
  await call("POST", "/credits/grants", { accountId, amount: 250, note: "Invoice 12" });
  await call("GET", "/credits");
  await call("GET", "/usage");
  await call("GET", "/credits/transactions?pageSize=2");
  await call("GET", "/credits/pricing");
  const key = await call("POST", "/keys", { name: "Agent", scopes: ["media:*", "credits:read"] });
  await call("PATCH", `/keys/${key.keyId}`, { name: "Video agent" });
  await call("GET", `/keys/${key.keyId}`);
  await call("GET", "/keys?pageSize=2");
  await call("POST", `/keys/${key.keyId}/rotate`);
  await call("DELETE", `/keys/${key.keyId}`);
  const { link } = await call("POST", "/people/invitations", { email: "maya@example.com", role: "publisher" });
  const joining = { token: tokenOf(link), password: "a long enough password", name: "Maya Lindt" };
  const page = { "x-vireo-dashboard": "1" };
  const { body: me, headers } = await app.api("POST", "/auth/accept", joining, page);
  const maya = { ...page, cookie: headers.getSetCookie()[0]?.split(";")[0] ?? "" };
  const { body: authenticator } = await app.as(undefined)(
    "POST",
    "/auth/two-factor",
    { password: joining.password },
    maya,
  );
  const code = new TOTP({ secret: Secret.fromBase32(authenticator.secret) }).generate();
  await app.as(undefined)("POST", "/auth/two-factor/confirm", { code }, maya);
  const { invitationId } = await call("POST", "/people/invitations", { email: "ben@example.com", role: "publisher" });
  await call("GET", "/people/invitations");
  await call("DELETE", `/people/invitations/${invitationId}`);
  await call("PATCH", `/people/${me.personId}`, { name: "Maya Berg" });
  await call("PUT", `/people/${me.personId}/workspaces/${accountId}`, { role: "manager" });
  await call("GET", `/people/${me.personId}`);
  await call("DELETE", `/people/${me.personId}/workspaces/${accountId}`);
  const { templateId } = await call("POST", "/templates", {
    name: "Offer",
    fields: [{ name: "offer", type: "text", required: true }],
    body: { scenes: [{ kind: "hook", text: "{{offer}}" }] },
  });
  await call("POST", `/templates/${templateId}/versions`, {
    fields: [],
    body: { scenes: [{ kind: "hook", text: "2 for 1" }] },
  });
  await call("GET", `/templates/${templateId}?version=1`);
  await call("GET", "/templates?pageSize=1");
  await call("DELETE", `/templates/${templateId}`);
  await call("PUT", "/drafts/edit:vid_01h", { content: { text: "Cold brew" }, revision: 0 });
  await call("GET", "/drafts?prefix=edit:");
  await call("GET", "/drafts/edit:vid_01h");
  await call("DELETE", "/drafts/edit:vid_01h");
  await call("GET", "/workspace");
  await call("PATCH", "/workspace", { color: "#0f766e" });
  await call("GET", "/people");
  await call("GET", `/people/${me.personId}/created/keys`);
  await call("GET", `/notifications/${me.personId}`);
  await call("PATCH", `/notifications/${me.personId}`, { kind: "credits.low", enabled: false });
  await call("GET", `/people/${me.personId}/sign-in/sessions`);
  await call("DELETE", `/people/${me.personId}/sign-in/sessions/${me.session.sessionId}`);
  await call("DELETE", `/people/${me.personId}/sign-in/sessions`);
  await call("DELETE", `/people/${me.personId}/sign-in/two-factor`);
  const linked = { person_id: me.personId, provider: "oidc:https://login.example.com", subject: "248289761001" };
  await app.vireo.db
    .insertInto("people_credentials")
    .values({ id: crypto.randomUUID(), ...linked, password: null })
    .execute();
  await call("DELETE", `/people/${me.personId}/sign-in/provider`);
  await call("POST", `/people/${me.personId}/password/reset`);
  await call("DELETE", `/people/${me.personId}`);
  await call("GET", "/audit-log?pageSize=3");
  await call("PATCH", "/settings/youtube", { values: { clientId: "1234567890-abcdef.apps.googleusercontent.com" } });
  await call("GET", "/settings");
}

test.skipIf(!isRecording)(
  "every operation is called once",
  async () => {
    const ids = await nameContent();
    await fail();
    await administer();
    await watch();
    await stream();
    await research(ids);
    const videoId = await makeMedia(ids);
    await publish(videoId);
    await approve(videoId);
    await analyse(videoId);
    await recordEvents(app.vireo);
  },
  600_000,
);
