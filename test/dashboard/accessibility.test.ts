import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { pages } from "#plugins/dashboard/web/pages";
import { ADMIN } from "#test/app";
import { scratch } from "#test/plugins/local/edit-clips";
import { film, toSrt } from "#test/plugins/local/moments/film";
import { plant } from "#test/plugins/local/moments/talks";
import { chromium, type Dashboard, signIn, startDashboard, until, visit } from "./browser";

/** URLs for paths with parameters. */
const urls: Record<string, readonly string[]> = {};

type Step = readonly [role: "button" | "menuitem" | "checkbox" | "radio" | "link", name: string | RegExp];

/** What opens over a page, and the steps that lead there. */
const overlays: readonly (readonly [name: string, path: string, ...steps: Step[]])[] = [
  ["a new API key", "/keys", ["button", "New key"]],
  ["a new webhook", "/webhooks", ["button", "New webhook"]],
  ["a grant of credits", "/credits", ["button", "Grant credits"]],
  ["a new workspace", "/settings/workspaces", ["button", "New workspace"]],
  ["quotas", "/settings/usage", ["button", "Change quotas"]],
  ["an invitation", "/settings/people", ["button", "Invite"]],
  ["the sessions of a person", "/settings/people", ["button", /: actions/], ["menuitem", "Show sessions"]],
  ["the key of a vendor", "/settings/vendors", ["button", /^Set up /]],
  ["the search", "/", ["button", "Search"]],
  ["the notifications", "/", ["button", "Notifications"]],
  ["the account menu", "/", ["button", /: account menu/]],
  ["the link of a report", "/reports", ["button", "Share"]],
  ["posting times", "/channels", ["button", /^Posting times of/]],
  ["the posts of a channel", "/channels", ["button", /^Posts of/]],
  ["the composer", "/calendar", ["button", "New post"]],
  ["the details of a post", "/calendar?post=:post"],
  ["moved posts", "/calendar", ["button", "Select"], ["button", "Select all shown"], ["button", "Move"]],
  ["title, tags and folder", "/library/video/:video", ["button", "Title, tags and folder"]],
  ["a question before something is deleted", "/library/video/:video", ["button", "Delete"]],
  ["labels of several videos", "/library", ["checkbox", /^Select/], ["button", "Organize"]],
  ["posts of several videos", "/library", ["checkbox", /^Select/], ["button", "Schedule"]],
  ["an upload's menu", "/library?kind=uploads", ["button", /: actions/]],
  ["an upload's name and tags", "/library?kind=uploads", ["button", /: actions/], ["menuitem", "Name and tags"]],
  ["an entry of the brand", "/brand/personas", ["button", /Barista/]],
  ["a production", "/plans/:plan", ["button", "Produce this plan"]],
  ["a search for videos", "/viral", ["button", "Add videos"], ["menuitem", "Find videos"]],
  ["pasted links", "/viral", ["button", "Add videos"], ["menuitem", "Paste links"]],
  ["a delivery", "/webhooks/:hook", ["button", /^webhook\.test|^video\./]],
  ["the menu of a webhook", "/webhooks/:hook", ["button", "More actions"]],
  ["the shortcuts of the editor", "/library/video/:video?edit=trim", ["button", "Keyboard shortcuts"]],
];
/** Ids in the paths of overlays. */
const ids: Record<string, string> = {};

const paths = [...pages.flatMap(({ paths }) => paths), "/nowhere"];
const sections = ["workspace", "people", "workspaces", "usage", "audit-log", "vendors", "server"];

/** Uploads a file. Returns the response. */
async function upload({ origin }: Dashboard, file: Blob, name: string) {
  const form = new FormData();
  form.append("file", file, name);
  const headers = { authorization: `Bearer ${ADMIN}` };
  return (await fetch(`${origin}/api/v1/upload`, { method: "POST", headers, body: form })).json();
}

/** Finds moments of a talk, the best of which is a clip. Returns the ids of the search and the talk. */
async function findClips(dashboard: Dashboard): Promise<{ clips: string; talk: string }> {
  const talk = plant("en", 7, 7);
  const file = Bun.file(await film(talk, join(scratch(), "talk.mp4")));
  const { videoId } = await upload(dashboard, file, "talk.mp4");
  const { body } = await dashboard.api("POST", `/videos/${videoId}/clips`, {
    subtitles: toSrt(talk.cues),
    render: 1,
    minSeconds: 5,
    maxSeconds: 20,
  });
  const { body: search } = await until(
    () => dashboard.api("GET", `/clips/${body.clipsId}`),
    ({ body }) => body.status === "completed",
  );
  await until(
    () => dashboard.api("GET", `/videos/${search.clips[0].videoId}`),
    ({ body }) => body.status === "completed",
  );
  return { clips: body.clipsId, talk: videoId };
}

async function fill(dashboard: Dashboard): Promise<void> {
  const api: Dashboard["api"] = async (method, path, body) => {
    const answer = await dashboard.api(method, path, body);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  await api("POST", "/viral-library/demo");
  const { body: video } = await api("POST", "/videos/generate", {
    prompt: "A calm morning",
    duration: 3,
    resolution: "720p",
  });
  const { body: plan } = await api("POST", "/content-plans", {
    niche: "home coffee",
    platforms: ["tiktok"],
    days: 3,
    postsPerDay: 1,
  });
  const { body: hook } = await api("POST", "/webhooks", { url: "http://127.0.0.1:9/hook", events: ["video.*"] });
  await api("POST", `/webhooks/${hook.webhookId}/test`);
  await api("POST", "/keys", { name: "blog" });
  await api("POST", "/people/invitations", { email: "ben@example.com" });
  await api("POST", "/personas", { name: "Barista", description: "Talks about coffee like a friend." });
  await api("POST", "/characters", { name: "Tom", voiceId: "ben" });
  await api("POST", "/social/accounts");
  const { body: library } = await api("GET", "/viral-library/videos?library=shared&pageSize=1");
  const { body: finished } = await until(
    () => api("GET", `/videos/${video.videoId}`),
    ({ body }) => body.status === "completed",
  );
  const { body: social } = await api("GET", "/social/accounts");
  await api("POST", "/social/posts", {
    videoId: video.videoId,
    accountIds: social.accounts.map((one: { accountId: string }) => one.accountId),
    mode: "schedule",
    scheduledFor: Date.now() + 3_600_000,
    content: "Good morning",
    tiktokPrivacyLevel: "SELF_ONLY",
  });
  const { body: post } = await api("POST", "/social/posts", {
    videoId: video.videoId,
    accountIds: [social.accounts.find((one: { platform: string }) => one.platform === "youtube").accountId],
    mode: "now",
    content: "Good evening",
    title: "Good evening",
  });
  await until(
    () => api("GET", `/social/posts/${post.postId}`),
    ({ body }) => body.status === "published",
  );
  await dashboard.addResults();
  const still = new Blob([await (await fetch(finished.posterUrl)).blob()], { type: "image/jpeg" });
  await upload(dashboard, still, "still.jpg");
  const { clips, talk } = await findClips(dashboard);
  Object.assign(ids, { video: video.videoId, plan: plan.planId, hook: hook.webhookId, post: post.postId });
  Object.assign(urls, {
    "/library/:kind/:id": [`/library/video/${video.videoId}`, `/library/video/${video.videoId}?edit=captions`],
    "/clips/:id": [`/clips/${clips}`, `/clips/new?video=${talk}`],
    "/viral/:id": [`/viral/${library.videos[0].id}`],
    "/plans/:id": [`/plans/${plan.planId}`],
    "/brand/:group": ["/brand/personas"],
    "/webhooks/:id": [`/webhooks/${hook.webhookId}`],
    "/settings/:section": sections.map((name) => `/settings/${name}`),
  });
}

/** Rules whose result depends on colors. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** What lies under a dialog or a menu. It is checked as a page of its own. */
const UNDER = [["main"], ["nav"]];

/** Violations of any severity that axe finds. `rules`: the rules to apply. Default: all. */
async function findViolations(page: Page, isOverlay: boolean, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const options = JSON.stringify({ resultTypes: ["violations"], iframes: false, runOnly: rules });
  const context = isOverlay ? `{ include: [document], exclude: ${JSON.stringify(UNDER)} }` : "document";
  const { violations } = (await page.evaluate(`axe.run(${context}, ${options})`)) as AxeResults;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

/** True if no animation is running, except endless ones such as progress bars. */
const NO_ANIMATIONS =
  "document.getAnimations().every((one) => one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)";

/** Applies all rules in the light color scheme, and those about colors in the dark one, which differs in nothing else. */
async function checkSchemes(page: Page, isOverlay = false): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await until(() => page.evaluate<boolean>(NO_ANIMATIONS), Boolean);
    const violations = await findViolations(page, isOverlay, colorScheme === "dark" ? COLOR_RULES : undefined);
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

async function go(page: Page, path: string): Promise<void> {
  if (new URL(path, page.url()).href !== page.url()) await visit(page, path);
  await waitUntilLoaded(page);
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await until(() => page.evaluate<boolean>("!document.querySelector('[aria-busy=true]')"), Boolean);
}

describe.skipIf(!chromium)("axe finds no violations", () => {
  let dashboard: Dashboard;
  let page: Page;
  let violationsOfSetUp: string[] = [];
  beforeAll(async () => {
    if (!chromium) return;
    // Never called.
    dashboard = await startDashboard({ OPENAI_SPEECH_URL: "http://127.0.0.1:9/v1" });
    ({ page } = await dashboard.open());
    await page.goto(dashboard.setUpLink);
    await waitUntilLoaded(page);
    violationsOfSetUp = await checkSchemes(page);
    await signIn(page, dashboard.setUpLink);
    await fill(dashboard);
  });
  afterAll(() => dashboard?.stop());

  for (const address of paths) {
    test(`on ${address}`, async () => {
      const there = address.includes(":") ? urls[address] : [address];
      if (!there) throw new Error(`Add a URL for ${address} to this test.`);
      for (const path of there) {
        await go(page, path);
        expect({ path, violations: await checkSchemes(page) }).toEqual({ path, violations: [] });
      }
    });
  }

  for (const [name, path, ...steps] of overlays) {
    test(`in ${name}`, async () => {
      await go(page, "/nowhere");
      await go(
        page,
        path.replace(/:([a-z]+)/, (_, id: string) => ids[id] ?? ""),
      );
      for (const [role, name] of steps) await page.getByRole(role, { name }).first().click();
      await page.locator("[role=dialog], [role=menu]").last().waitFor();
      await until(() => page.evaluate<boolean>("!document.querySelector('[aria-busy=true]')"), Boolean);
      expect(await checkSchemes(page, true)).toEqual([]);
    });
  }

  test("in the composer with the options of every platform", async () => {
    await go(page, "/nowhere");
    await go(page, `/calendar?video=${ids.video}`);
    const cards = page.getByRole("checkbox", { name: /^Post to/ });
    await cards.first().waitFor();
    for (const card of await cards.all()) await card.click();
    await page.getByRole("combobox", { name: "Who can see this video" }).waitFor();
    for (const platform of ["Instagram", "YouTube"])
      await page.getByRole("button", { name: new RegExp(`^${platform}`) }).click();
    await page.getByLabel("Disclose video content").click();
    expect(await checkSchemes(page)).toEqual([]);
  });

  test("in the views of the calendar", async () => {
    for (const view of ["month", "week", "day", "list"]) {
      await go(page, "/nowhere");
      await go(page, `/calendar?view=${view}`);
      await page.locator(".post-event").first().waitFor();
      expect({ view, violations: await checkSchemes(page) }).toEqual({ view, violations: [] });
    }
  });

  test("in a search without results, and on the page of something that is gone", async () => {
    await visit(page, "/");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("textbox", { name: "Search pages, actions and videos" }).fill("zzzz");
    await page.getByText("No results").waitFor();
    expect(await checkSchemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await visit(page, "/plans/plan_01jx0000000000000000000000");
    await page.getByRole("link", { name: "Go to Content plans" }).waitFor();
    expect(await checkSchemes(page)).toEqual([]);
  });

  test("on a storyboard", async () => {
    await go(page, `/create?kind=video&from=${ids.video}&storyboard=1`);
    await page.getByRole("listitem", { name: "Scene 1" }).waitFor();
    expect(await checkSchemes(page)).toEqual([]);
  });

  test("on templates, and on the form of one", async () => {
    for (const [template, link] of [
      ["", "Flash sale"],
      ["tpl_sale", "All templates"],
    ]) {
      await go(page, `/create?kind=video&template=${template}`);
      await page.getByRole("link", { name: link! }).waitFor();
      expect(await checkSchemes(page)).toEqual([]);
    }
  });

  test("while a toast is shown", async () => {
    await go(page, `/webhooks/${ids.hook}`);
    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByText("Test event sent").waitFor();
    expect(await checkSchemes(page)).toEqual([]);
  });

  test("in the other tabs of the editor", async () => {
    await go(page, urls["/library/:kind/:id"]?.at(-1) ?? "");
    for (const tab of ["Overlay", "Voice-over"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.getByRole("tabpanel", { name: tab }).getByRole("textbox", { name: "Text" }).waitFor();
      expect({ tab, violations: await checkSchemes(page) }).toEqual({ tab, violations: [] });
    }
  });

  test("without a text-to-speech engine", async () => {
    const silent = await page.context().newPage();
    await silent.route("**/api/v1/models", async (route) => {
      const { models } = await (await route.fetch()).json();
      await route.fulfill({ json: { models: models.filter(({ kind }: { kind: string }) => kind !== "speak") } });
    });
    await silent.goto(urls["/library/:kind/:id"]?.at(-1)?.replace("captions", "voiceover") ?? "");
    await silent.getByText("Text to speech isn't set up yet").waitFor();
    expect(await silent.getByRole("button", { name: /^Export/ }).isDisabled()).toBe(true);
    expect(await checkSchemes(silent)).toEqual([]);
    await silent.close();
  });

  test("on the page that sets up the server", () => {
    expect(violationsOfSetUp).toEqual([]);
  });

  test("on pages without a session", async () => {
    const stranger = (await dashboard.open()).page;
    for (const path of ["/sign-in", "/sign-in/code", "/setup?token=used"]) {
      await stranger.goto(path);
      await waitUntilLoaded(stranger);
      expect({ path, violations: await checkSchemes(stranger) }).toEqual({ path, violations: [] });
    }
  });
});
