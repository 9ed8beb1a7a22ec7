import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { pages } from "#plugins/dashboard/web/pages";
import { chromium, type House, setUp, startHouse, until } from "./browser";

/** Addresses that name something, filled with what is there. */
const named: Record<string, readonly string[]> = {};

const addresses = pages.flatMap(({ paths }) => paths);
const sections = ["profile", "people", "engines", "models", "plug-ins", "about"];

async function fill(house: House): Promise<void> {
  const api: House["api"] = async (method, path, body) => {
    const answer = await house.api(method, path, body);
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
  await until(
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
  Object.assign(named, {
    "/library/:kind/:id": [`/library/video/${video.videoId}`, `/library/video/${video.videoId}?edit=captions`],
    "/viral/:id": [`/viral/${library.videos[0].id}`],
    "/plans/:id": [`/plans/${plan.planId}`],
    "/brand/:group": ["/brand/personas"],
    "/webhooks/:id": [`/webhooks/${hook.webhookId}`],
    "/settings/:section": sections.map((name) => `/settings/${name}`),
  });
}

/** What axe finds serious or critical, in words that lead to the place; of these rules alone, where any are named. */
async function faultsOf(page: Page, rules: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const only = rules.length > 0 ? { runOnly: rules } : {};
  const options = JSON.stringify({ resultTypes: ["violations"], iframes: false, ...only });
  const { violations } = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults;
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}

/** Colours that are still changing are no colours yet. What never ends (a bar of progress) has none that matter. */
const STILL =
  "document.getAnimations().every((one) => one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)";

/** In both colour schemes, once what was asked for has come. Nothing but colours differs in the second. */
async function inBoth(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await until(() => page.evaluate<boolean>(STILL), Boolean);
    const rules = colorScheme === "dark" ? ["color-contrast"] : [];
    found.push(...(await faultsOf(page, rules)).map((fault) => `${colorScheme}: ${fault}`));
  }
  return found;
}

/** To another page as the navigation goes there, without loading all of it again. */
async function go(page: Page, path: string): Promise<void> {
  if (new URL(path, page.url()).href === page.url()) return settled(page);
  await page.evaluate((to) => {
    document.title = "";
    history.pushState(null, "", to);
  }, path);
  // Each page says what it is once it is drawn.
  await until(() => page.evaluate<boolean>("document.title !== ''"), Boolean);
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await until(() => page.evaluate<boolean>("!document.querySelector('[aria-busy=true]')"), Boolean);
}

describe.skipIf(!chromium)("axe finds nothing serious", () => {
  let house: House;
  let page: Page;
  beforeAll(async () => {
    if (!chromium) return;
    // Nothing is asked of it.
    house = await startHouse({ OPENAI_SPEECH_URL: "http://127.0.0.1:9/v1" });
    ({ page } = await house.open());
    await setUp(page, house.setUpLink);
    await fill(house);
  }, 240_000);
  afterAll(() => house?.stop());

  for (const address of addresses) {
    test(`on ${address}`, async () => {
      const there = address.includes(":") ? named[address] : [address];
      if (!there) throw new Error(`Say in this test which address of ${address} there is.`);
      for (const path of there) {
        await go(page, path);
        expect({ path, faults: await inBoth(page) }).toEqual({ path, faults: [] });
      }
    }, 120_000);
  }

  for (const [path, opener] of [
    ["/keys", "New key"],
    ["/webhooks", "New webhook"],
    ["/credits", "Grant credits"],
    ["/settings/people", "Invite"],
    ["/calendar", "New post"],
  ] as const) {
    test(`in the dialog “${opener}”`, async () => {
      await go(page, path);
      await page.getByRole("button", { name: opener }).first().click();
      await page.getByRole("dialog").waitFor();
      expect(await inBoth(page)).toEqual([]);
    }, 60_000);
  }

  test("in what else the editor adds", async () => {
    await go(page, named["/library/:kind/:id"]?.at(-1) ?? "");
    for (const tab of ["Overlay", "Voice-over"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.getByRole("tabpanel", { name: tab }).getByRole("textbox", { name: "Text" }).waitFor();
      expect({ tab, faults: await inBoth(page) }).toEqual({ tab, faults: [] });
    }
  }, 60_000);

  test("where there is no engine that speaks", async () => {
    const silent = await page.context().newPage();
    await silent.route("**/api/v1/models", async (route) => {
      const { models } = await (await route.fetch()).json();
      await route.fulfill({ json: { models: models.filter(({ kind }: { kind: string }) => kind !== "speak") } });
    });
    await silent.goto(named["/library/:kind/:id"]?.at(-1)?.replace("captions", "voiceover") ?? "");
    await silent.getByText("No engine is configured that speaks").waitFor();
    expect(await silent.getByRole("button", { name: /^Apply/ }).count()).toBe(0);
    expect(await inBoth(silent)).toEqual([]);
    await silent.close();
  }, 60_000);

  test("on the pages before the sign-in", async () => {
    const stranger = (await house.open()).page;
    for (const path of ["/sign-in", "/setup?token=used"]) {
      await stranger.goto(path);
      await settled(stranger);
      expect({ path, faults: await inBoth(stranger) }).toEqual({ path, faults: [] });
    }
  }, 60_000);
});
