/**
 * Fills a running server with one of everything, for a fixture of what this version stores:
 * `bun test/upgrades/fill.ts http://127.0.0.1:3000 vireo_…`. README.md beside this file has the whole procedure.
 */
const [origin = "", key = ""] = process.argv.slice(2);

// biome-ignore lint/suspicious/noExplicitAny: responses of several versions
type Body = any;

/** Calls the API. Operations that the server's version does not have yet return undefined. */
async function call(method: string, path: string, body?: unknown): Promise<Body> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) console.warn(`${method} ${path}: ${response.status} ${text}`);
  return response.ok && text !== "" ? JSON.parse(text) : undefined;
}

/** Polls until the object has ended. */
async function wait(path: string): Promise<Body> {
  for (let i = 0; i < 600; i++) {
    const body = await call("GET", path);
    if (!body || body.status === "completed" || body.status === "failed") return body;
    await Bun.sleep(500);
  }
  throw new Error(`${path} did not end within five minutes.`);
}

async function upload(name: string, bytes: Blob): Promise<Body> {
  const form = new FormData();
  form.set("file", bytes, name);
  const response = await fetch(`${origin}/api/v1/upload`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  if (!response.ok) throw new Error(`POST /upload: ${response.status} ${await response.text()}`);
  return response.json();
}

const persona = await call("POST", "/personas", { name: "Young parents", description: "Two children, little time" });
const messaging = await call("POST", "/messaging", { name: "Promise", body: "Coffee that needs no machine." });
const product = await call("POST", "/products", {
  name: "Cold brew",
  description: "Smooth and strong",
  messaging: messaging.id,
});
await call("POST", "/styles", { name: "Sunset", description: "Warm", promptTemplate: "{prompt} at sunset" });
await call("POST", "/characters", { name: "Mia", description: "Barista" });
const inspo = await call("POST", "/inspo", { name: "Summer", niche: "coffee", brand: "Bean & Co" });
await call("PUT", "/brand-kit", { name: "Bean & Co", colors: ["#112233"] });

const { imageId } = await call("POST", "/images/generate", { prompt: "Poster: Cold brew, $4.50, this Friday" });
await wait(`/images/${imageId}`);
const edit = await call("POST", "/images/edit", { imageId, prompt: "Make it darker" });
await wait(`/images/${edit.imageId}`);
const { musicId } = await call("POST", "/music/generate", { prompt: "Lo-fi, 80 bpm", title: "Rain", style: "lo-fi" });
await wait(`/music/${musicId}`);

const prompts = [
  "Cold brew that hits different. Smooth and strong. Zero sugar. Only $4.50. Order now at beans.example",
  "How to brew: 1. Grind the beans. 2. Add cold water. 3. Wait twelve hours.",
  '"The best coffee in town" – Dr. Nair. Drone footage of a beach at dawn.',
];
const videos: string[] = [];
for (const [index, prompt] of prompts.entries()) {
  const brand = index === 0 ? { productId: product.id, personaId: persona.id, messagingId: messaging.id } : {};
  const video = await call("POST", "/videos/generate", { prompt, duration: 5, aspectRatio: "9:16", ...brand });
  videos.push(video.videoId);
}
for (const id of videos) await wait(`/videos/${id}`);
const scenes = [
  { kind: "hook", text: "Cold brew" },
  { kind: "cta", text: "Order", seconds: 2 },
];
const written = await call("POST", "/videos/generate", { scenes, duration: 4 });
if (written) await wait(`/videos/${written.videoId}`);

const [videoId] = videos;
const text = "I stopped buying lattes and make this at home.";
await call("POST", `/videos/${videoId}/captions`, { text, style: "karaoke", position: "bottom" });
await call("POST", `/videos/${videoId}/overlay`, {
  type: "text",
  text: "New",
  position: "top-right",
  start: 1,
  end: 3,
});
await call("POST", `/videos/${videoId}/voiceover`, { text: "Cold brew that hits different." });
await call("POST", `/videos/${videoId}/trim`, { start: 0.5, end: 4 });
const render = await call("POST", `/videos/${videoId}/render`, {
  layers: [
    { type: "overlay", text: "Sale", position: { x: 0.5, y: 0.2 } },
    { type: "captions", transcript: [{ start: 0, end: 2, text: "Only today" }] },
    { type: "music", musicId, volume: 0.4 },
  ],
  fromVersion: 1,
});
await call("PATCH", `/videos/${videoId}`, { title: "Cold brew", tags: ["coffee"], folder: "Summer" });

const video = await call("GET", `/videos/${videoId}`);
const file = await (await fetch(render?.url ?? video.url)).blob();
const uploaded = await upload("clip.mp4", file.slice(0, file.size, "video/mp4"));
await call("POST", "/videos", { uploadId: uploaded.uploadId });
if (uploaded.videoId) await wait(`/videos/${uploaded.videoId}`);
const image = await call("GET", `/images/${imageId}`);
await upload("photo.png", (await (await fetch(image.url)).blob()).slice(0, undefined, "image/png"));

await call("POST", "/viral-library/videos", {
  videos: [
    {
      ...{ id: "7301112223334445556", url: "https://www.tiktok.com/@mia/video/7301112223334445556", author: "mia" },
      description: "Three cheap dinners under $5 #dinner",
      stats: { views: 1200, likes: 300, comments: 10, shares: 4 },
      ...{ duration: 12, hashtags: ["dinner"] },
    },
  ],
});
const analysis = await call("POST", "/videos/analyze", { videoId });
await wait(`/analyses/${analysis.analysisId}`);
const plan = await call("POST", "/content-plans", {
  ...{ inspoId: inspo.id, personaId: persona.id, niche: "coffee", goal: "more orders" },
  ...{ platforms: ["tiktok", "youtube"], days: 3, postsPerDay: 1 },
});
await wait(`/content-plans/${plan.planId}`);
const scrape = await call("POST", "/scrape-tiktok", { query: "coffee", limit: 3, save: true });
if (scrape) await call("GET", `/scrapes/${scrape.scrapeId}`);

await call("POST", "/social/accounts");
const { accounts } = await call("GET", "/social/accounts");
const ids: string[] = accounts.map(({ accountId }: Body) => accountId);
const post = {
  ...{ videoId, accountIds: ids, timezone: "Europe/Berlin", title: "Cold brew" },
  ...{ tiktokPrivacyLevel: "PUBLIC_TO_EVERYONE", tiktokAllowComment: true },
};
const published = await call("POST", "/social/posts", { ...post, mode: "now", content: "No more lattes #coffee" });
await call("POST", "/social/posts", { ...post, mode: "draft", content: "Later" });
const scheduledFor = Date.now() + 86_400_000;
await call("POST", "/social/posts", { ...post, mode: "schedule", scheduledFor, content: "Tomorrow" });
const cancelled = await call("POST", "/social/posts", { ...post, mode: "schedule", scheduledFor, content: "Never" });
await call("DELETE", `/social/posts/${cancelled?.postId}`);
await call("POST", "/social/posts", {
  ...post,
  ...{ mode: "draft", content: "With overrides", overrides: { youtube: { title: "Cold brew", tags: ["coffee"] } } },
});
const [instagram] = accounts.filter(({ platform }: Body) => platform === "instagram");
await call("POST", "/social/posts", {
  ...{ mode: "draft", content: "Pictures", accountIds: [instagram.accountId] },
  media: [{ imageId }, { url: image.url }, { videoId }],
  overrides: { [instagram.accountId]: { content: "Pictures for this channel" } },
});
await call("POST", "/social/posts", { mode: "draft", content: "Only words", accountIds: ids, media: [] });
await call("PUT", "/social/snippets/summer", { kind: "hashtags", text: "#coldbrew #summer" });
await call("PUT", `/social/accounts/${ids[0]}/slots`, {
  timezone: "Europe/Berlin",
  slots: [{ weekday: "monday", time: "09:00" }],
});

await call("POST", "/webhooks", { url: "https://hooks.example/vireo", events: ["video.completed", "post.published"] });
await call("POST", "/keys", { name: "Robot", scopes: ["media:read"], apiVersion: "2025-11-10" });
const account = await call("POST", "/accounts", { name: "Client", credits: 100 });
await call("POST", "/credits/grants", { accountId: account.accountId, amount: 50, note: "Welcome" });
await call("POST", "/people/invitations", { email: "mia@bean.example", role: "editor" });

for (let i = 0; i < 60; i++) {
  const current = await call("GET", `/social/posts/${published.postId}`);
  if (current.status === "published") break;
  await Bun.sleep(500);
}
console.log("filled");
