import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type OpenAi, startOpenAi } from "#test/plugins/openai/server";
import { chromium, type Dashboard, PERSON, setUp, startDashboard, until, visit } from "./browser";

const DAY = 86_400_000;
const SCRIPT = "Cold brew is smooth, strong and never bitter. Make it at home this weekend, it only takes a jar.";
const CAPTION = "Three reasons to switch to cold brew";

describe.skipIf(!chromium)("the dashboard in Chromium", () => {
  let dashboard: Dashboard;
  let openai: OpenAi;
  let page: Page;
  let errors: string[];
  let videoId: string;

  beforeAll(async () => {
    if (!chromium) return;
    openai = await startOpenAi();
    dashboard = await startDashboard({ OPENAI_SPEECH_URL: `${openai.url}/v1` });
    ({ page, errors } = await dashboard.open());
  });
  afterAll(() => Promise.all([dashboard?.stop(), openai?.stop()]));

  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const dialog = () => page.getByRole("dialog");

  test("the setup link creates the administrator, and its token is removed from the URL", async () => {
    await page.goto(dashboard.setUpLink);
    await page.getByRole("heading", { name: "Set up Vireo" }).waitFor();
    expect(page.url()).toBe(`${dashboard.origin}/setup`);
    // The token survives a reload.
    await page.reload();
    await setUp(page, page.url());
    const again = await dashboard.open();
    await again.page.goto(dashboard.setUpLink);
    await again.page.getByText("This link doesn't work").waitFor();
    await again.page.context().close();
  });

  test("an API key works until it is rotated", async () => {
    const getStatus = async (key: string | null) =>
      (await fetch(`${dashboard.origin}/api/v1/credits`, { headers: { authorization: `Bearer ${key}` } })).status;
    const secret = page.locator("pre", { hasText: /^vireo_/ });
    await visit(page, "/keys");
    await button("New key").first().click();
    await dialog().getByLabel("Name").fill("blog");
    await button("Create key").click();
    const first = await secret.textContent();
    expect(await getStatus(first)).toBe(200);

    await button("blog: actions").click();
    await page.getByRole("menuitem", { name: "Rotate" }).click();
    await dialog().getByRole("button", { name: "Rotate" }).click();
    const second = await until(
      () => secret.textContent(),
      (key) => key !== first,
    );
    expect([await getStatus(first), await getStatus(second)]).toEqual([401, 200]);
  });

  test("a video is generated as requested", async () => {
    await visit(page, "/create");
    await page.getByLabel("Prompt").fill("Cold brew that hits different");
    await page.getByRole("radiogroup", { name: "Resolution" }).getByText("720p").click();
    await page.getByRole("textbox", { name: "Length (seconds)" }).fill("3");
    await button("Generate video").click();
    await page.getByRole("article").getByRole("link", { name: "Edit", exact: true }).waitFor();
    const { body } = await dashboard.api("GET", "/videos");
    expect(body.videos).toMatchObject([{ status: "completed", prompt: "Cold brew that hits different", height: 1280 }]);
    expect(body.videos[0].duration).toBeCloseTo(3, 0);
    videoId = body.videos[0].videoId;
  });

  test("captions become a second version", async () => {
    await page.getByRole("article").getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByLabel("Transcript").fill("Cold brew. Smooth and strong.");
    await button("Export as version 2").click();
    await page.getByText("Version 2 is ready").waitFor();
    const { body } = await dashboard.api("GET", `/videos/${videoId}`);
    expect(body.versions.map(({ layers }: { layers?: string[] }) => layers)).toEqual([undefined, ["captions"]]);
  });

  test("a voice-over becomes a third version", async () => {
    await visit(page, `/library/video/${videoId}?edit=voiceover`);
    await page.getByLabel("Text").fill("Cold brew. Smooth and strong.");
    await page.getByText("About 2 s of 3.0 s").waitFor();
    await page.getByRole("combobox", { name: "Voice" }).fill("af_heart");
    await button("Export as version 3").click();
    await page.getByText("Version 3 is ready").waitFor();
    await button("Version 3").click();
    await page.getByRole("figure").filter({ hasText: "Version 3" }).getByText("Voice-over").waitFor();
    await page.keyboard.press("Escape");
    const { body } = await dashboard.api("GET", `/videos/${videoId}`);
    expect(body.versions.at(-1)).toMatchObject({ version: 3, layers: ["voiceover"] });
    const spoken = openai.calls.find(({ path }) => path === "/v1/audio/speech")?.json;
    expect(spoken).toMatchObject({ input: "Cold brew. Smooth and strong.", voice: "af_heart" });
  });

  test("the video is scheduled and published to the sandbox, with its caption", async () => {
    await visit(page, `/library/video/${videoId}`);
    await page.getByRole("link", { name: "Schedule" }).click();
    await dialog().getByLabel("Caption").fill(CAPTION);
    await dialog()
      .getByRole("checkbox", { name: /Post to .*instagram/i })
      .click();
    await dialog().getByRole("button", { name: "Schedule" }).click();
    await dialog().waitFor({ state: "hidden" });
    const { body } = await dashboard.api("GET", "/social/posts");
    expect(body.posts).toMatchObject([{ status: "scheduled", content: CAPTION, platforms: ["instagram"] }]);

    await visit(page, `/calendar?post=${body.posts[0].postId}`);
    await button("Publish now").click();
    await page.getByRole("dialog", { name: "Publish now?" }).getByRole("button", { name: "Publish now" }).click();
    const link = page.getByRole("link", { name: "View post" });
    await link.waitFor();
    const { page: reader, errors: readerErrors } = await dashboard.open();
    await reader.goto((await link.getAttribute("href")) ?? "");
    await reader.getByText(CAPTION).first().waitFor();
    expect(readerErrors).toEqual([]);
    await reader.context().close();
  });

  test("a post dragged to another day keeps its time", async () => {
    const now = new Date();
    const at = new Date(now.getFullYear(), now.getMonth() + 1, 10, 12).getTime();
    const { body: accounts } = await dashboard.api("GET", "/social/accounts");
    const account = accounts.accounts.find((one: { platform: string }) => one.platform === "youtube");
    const made = await dashboard.api("POST", "/social/posts", {
      videoId,
      accountIds: [account.accountId],
      mode: "schedule",
      scheduledFor: at,
      content: "To be dragged",
      title: "To be dragged",
    });
    expect(made.status).toBe(201);
    const day = (ms: number) => new Intl.DateTimeFormat("en-CA").format(ms);
    await visit(page, `/calendar?view=month&date=${day(at)}`);
    const entry = page.locator(".post-event", { hasText: "To be dragged" }).first();
    const target = page.locator(`[data-date="${day(at + 2 * DAY)}"]`).first();
    await entry.scrollIntoViewIfNeeded();
    const [from, to] = [await entry.boundingBox(), await target.boundingBox()];
    if (!from || !to) throw new Error("The post or the day is not visible.");
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 + 10, from.y + from.height / 2 + 5, { steps: 5 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 20 });
    await page.mouse.up();
    const moved = await until(
      () => dashboard.api("GET", `/social/posts/${made.body.postId}`),
      ({ body }) => body.scheduledFor !== at,
    );
    expect(new Date(moved.body.scheduledFor)).toEqual(new Date(at + 2 * DAY));
  });

  test("a busy day shows its first posts and links to the others", async () => {
    const now = new Date();
    const at = new Date(now.getFullYear(), now.getMonth() + 1, 15, 9).getTime();
    const { body } = await dashboard.api("GET", "/social/accounts");
    const { accountId } = body.accounts.find((one: { platform: string }) => one.platform === "instagram");
    for (let hour = 0; hour < 5; hour++) {
      const made = await dashboard.api("POST", "/social/posts", {
        videoId,
        accountIds: [accountId],
        mode: "schedule",
        scheduledFor: at + hour * 3_600_000,
        content: `Busy ${hour}`,
      });
      expect(made.status).toBe(201);
    }
    await visit(page, `/calendar?view=month&date=${new Intl.DateTimeFormat("en-CA").format(at)}`);
    const busy = page.locator(".post-event", { hasText: /Busy/ });
    const shown = await until(
      () => busy.allTextContents(),
      (texts) => texts.length === 3,
    );
    expect(shown).toEqual([0, 1, 2].map((hour) => expect.stringContaining(`Busy ${hour}`)));
    const week = await page.locator(".post-week").filter({ has: busy.first() }).boundingBox();
    const last = await busy.nth(2).boundingBox();
    if (!week || !last) throw new Error("The week or its post is not visible.");
    expect(last.y + last.height).toBeLessThanOrEqual(week.y + week.height);
    await page.getByText("+2 more").click();
    await page.waitForURL(/view=day/);
    await until(
      () => busy.count(),
      (count) => count === 5,
    );
  });

  test("a conflict between two editors is resolved without losing text", async () => {
    const { body: plan } = await dashboard.api("POST", "/content-plans", {
      niche: "home coffee",
      platforms: ["tiktok"],
      days: 1,
      postsPerDay: 2,
    });
    const read = () => dashboard.api("GET", `/content-plans/${plan.planId}`);
    const { body: made } = await until(read, ({ body }) => body.status === "completed");
    await visit(page, `/plans/${plan.planId}`);
    await page.getByText("Based on the viral library only").waitFor();
    await button(/^Edit/).first().click();
    const hook = page.getByLabel("Hook");
    await hook.fill("Mine");
    const [first, second] = made.items;
    const theirs = [
      { ...first, hook: "Theirs" },
      { ...second, hook: "Theirs too" },
    ];
    await dashboard.api("PATCH", `/content-plans/${plan.planId}`, { items: theirs });
    await button(/^Save$/).click();
    await page.getByText("This post was changed by someone else").waitFor();
    await page.getByText("They changed the hook.").waitFor();
    await button("Load their changes").click();
    expect(await hook.inputValue()).toBe("Theirs");
    await button("Restore my changes").click();
    expect(await hook.inputValue()).toBe("Mine");
    await button(/^Save$/).click();
    const { body: saved } = await until(read, ({ body }) => body.items[0].hook !== "Theirs");
    expect(saved.items.map(({ hook }: { hook: string }) => hook)).toEqual(["Mine", "Theirs too"]);
  });

  test("the sample library is loaded and searched", async () => {
    await visit(page, "/viral");
    // Delays the response until a search is typed, which must not be lost.
    const typed = Promise.withResolvers<void>();
    await page.route("**/viral-library/demo", async (route) => {
      await typed.promise;
      await route.continue();
    });
    const loaded = page.waitForResponse("**/viral-library/demo");
    await button("Load sample library").click();
    const search = page.getByRole("searchbox", { name: "Search by meaning" });
    await search.fill("dinner");
    typed.resolve();
    await loaded;
    await page.getByText("Sample library loaded.").waitFor();
    expect(await search.inputValue()).toBe("dinner");
    await page.waitForURL(/q=dinner/);
    await until(
      () => dashboard.api("GET", "/viral-library/search?q=coffee&limit=24"),
      ({ body }) => body.total === 24 && body.results[0].score > 0.8,
    );
    // Nonsense, and a script that no sample is in, have no close matches.
    for (const [q, text] of [
      ["coffee", "Top 24 results"],
      ["asdf qwerty zxcv", "No close matches. Showing the nearest."],
      ["home workout for beginners", "Top 24 results"],
      ["лучший способ варить борщ зимой", "No close matches. Showing the nearest."],
    ] as const) {
      await search.fill(q);
      await page.getByRole("status").filter({ hasText: text }).waitFor();
    }
    await search.fill("cats and dogs being funny");
    await page
      .getByRole("status")
      .filter({ hasText: /result/ })
      .waitFor();
    await page.waitForURL(/q=cats/);
    await search.fill("cats and dogs under 59 seconds over 10 views");
    await button("Remove under 59 seconds").click();
    await button("Remove under 59 seconds").waitFor({ state: "detached" });
    await button("Remove over 10 views").click();
    await button("Remove over 10 views").waitFor({ state: "detached" });
    await page.getByText("My media", { exact: true }).click();
    await page.waitForURL(/scope=media/);
    await page.getByLabel("Creator").waitFor({ state: "detached" });
    await page.getByText("All videos", { exact: true }).click();
    const first = page.locator("a[href^='/viral/']").first();
    const href = await first.getAttribute("href");
    await first.click();
    await page.waitForURL(`**${href}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  test("a script is narrated, with its price and its storyboard before it is paid", async () => {
    await visit(page, "/create");
    await page.getByRole("radiogroup", { name: "Type" }).getByText("Narrated script").click();
    await page.getByRole("textbox", { name: "Script" }).fill(SCRIPT);
    await page.getByRole("combobox", { name: "Voice" }).fill("openai:af_heart");
    await page.getByRole("combobox", { name: "Captions" }).click();
    await page.getByRole("option", { name: "Karaoke" }).click();
    await page.getByText(/voice \d+, rendering \d+/).waitFor();
    await button("Preview storyboard").click();
    await page.getByLabel("Scene 2: narration").fill("Try it now.");
    const sent = page.waitForRequest("**/videos/generate");
    await button("Generate video").click();
    expect((await sent).postDataJSON()).toMatchObject({
      ...{ voice: "openai:af_heart", captions: { style: "karaoke" }, musicVolume: 0.5 },
      scenes: [{ narration: SCRIPT.split(" Make")[0] }, { narration: "Try it now." }],
    });
    const [video] = (await until(
      async () => (await dashboard.api("GET", "/videos")).body.videos,
      ([newest]) => newest?.scenes?.[1]?.narration === "Try it now.",
    )) as { videoId: string }[];
    await dashboard.api("DELETE", `/videos/${video?.videoId}`);
  });

  test("an unknown path shows the dashboard's error page", async () => {
    const answers = async (path: string, accept: string) => {
      const { status, headers } = await fetch(dashboard.origin + path, { headers: { accept } });
      return [status, headers.get("content-type")?.split(";")[0]];
    };
    const html = "text/html,application/xhtml+xml,*/*;q=0.8";
    expect(await answers("/library/nope", html)).toEqual([404, "text/html"]);
    expect(await answers("/nope", "*/*")).toEqual([404, "application/problem+json"]);
    expect(await answers("/api/v2/nope", html)).toEqual([404, "application/problem+json"]);
    const other = await page.context().newPage();
    await other.goto("/nope");
    await other.getByText("Page not found").waitFor();
    await other.close();
  });

  test("no errors were logged in the console", () => {
    // Clips without spoken words have no transcript, and a search is told to come back while the first index is built.
    const isExpected = (text: string) => /\/transcript/.test(text) || /503 .*viral-library\/search/.test(text);
    expect(errors.filter((text) => !isExpected(text))).toEqual([]);
  });

  test("wrong passwords lock the sign-in, but not existing sessions", async () => {
    const stranger = (await dashboard.open()).page;
    await stranger.goto("/credits");
    await stranger.waitForURL("**/sign-in?to=%2Fcredits");
    const alert = stranger.getByRole("alert");
    const attempt = async (password: string): Promise<string> => {
      await stranger.fill("[name=email]", PERSON.email);
      await stranger.fill("[name=password]", password);
      const answered = stranger.waitForResponse("**/auth/sign-in");
      await stranger.click("[type=submit]");
      await answered;
      return (await alert.textContent()) ?? "";
    };
    const wrong = "Wrong email address or password.";
    expect(await attempt("not the password")).toContain(wrong);
    let said = "";
    for (let tries = 0; tries < 15 && !said.includes("Too many tries"); tries++)
      said = await attempt(`guess number ${tries}`);
    expect(said).toContain("Too many tries");
    expect(await attempt(PERSON.password)).toContain("Too many tries");

    await page.goto("/credits");
    await page.getByRole("heading", { level: 1, name: "Credits" }).waitFor();
  });

  test("signing out ends the session", async () => {
    await button(`${PERSON.name}: account menu`).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in");
    await page.goto("/keys");
    await page.waitForURL("**/sign-in?to=%2Fkeys");
  });
});
