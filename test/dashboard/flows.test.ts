import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type OpenAi, startOpenAi } from "#test/plugins/openai/server";
import { chromium, type House, PERSON, setUp, startHouse, until } from "./browser";

const DAY = 86_400_000;
const CAPTION = "Three reasons to switch to cold brew";

describe.skipIf(!chromium)("the dashboard in Chromium", () => {
  let house: House;
  let openai: OpenAi;
  let page: Page;
  let faults: string[];
  let videoId: string;

  beforeAll(async () => {
    if (!chromium) return;
    openai = await startOpenAi();
    house = await startHouse({ OPENAI_SPEECH_URL: `${openai.url}/v1` });
    ({ page, faults } = await house.open());
  }, 120_000);
  afterAll(() => Promise.all([house?.stop(), openai?.stop()]));

  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const dialog = () => page.getByRole("dialog");

  test("the printed link makes the administrator, and its token does not stay in the address", async () => {
    await page.goto(house.setUpLink, { timeout: 120_000 });
    await page.getByRole("heading", { name: "Set up Vireo" }).waitFor();
    expect(page.url()).toBe(`${house.origin}/setup`);
    // A reload must not lose it.
    await page.reload();
    await setUp(page, page.url());
    const again = await house.open();
    await again.page.goto(house.setUpLink);
    await again.page.getByText("This link does not work").waitFor();
    await again.page.context().close();
  }, 180_000);

  test("a key is made and works; once it is rotated, only the new one does", async () => {
    const calls = async (key: string | null) =>
      (await fetch(`${house.origin}/api/v1/credits`, { headers: { authorization: `Bearer ${key}` } })).status;
    const shown = page.locator("pre", { hasText: /^vireo_/ });
    await page.goto("/keys");
    await button("New key").first().click();
    await dialog().getByLabel("Name").fill("blog");
    await button("Make the key").click();
    const first = await shown.textContent();
    expect(await calls(first)).toBe(200);

    await button("blog: actions").click();
    await page.getByRole("menuitem", { name: "Rotate" }).click();
    await dialog().getByRole("button", { name: "Rotate" }).click();
    const second = await until(
      () => shown.textContent(),
      (key) => key !== first,
    );
    expect([await calls(first), await calls(second)]).toEqual([401, 200]);
  }, 60_000);

  test("a video is made as it is asked for", async () => {
    await page.goto("/create");
    await page.getByLabel("Prompt").fill("Cold brew that hits different");
    await page.getByRole("radiogroup", { name: "Size" }).getByText("720p").click();
    await page.getByRole("textbox", { name: "Seconds" }).fill("3");
    await button("Make the video").click();
    await page.getByRole("article").getByRole("link", { name: "Edit" }).waitFor({ timeout: 150_000 });
    const { body } = await house.api("GET", "/videos");
    expect(body.videos).toMatchObject([{ status: "completed", prompt: "Cold brew that hits different", height: 1280 }]);
    expect(body.videos[0].duration).toBeCloseTo(3, 0);
    videoId = body.videos[0].videoId;
  }, 180_000);

  test("captions are written into it as a second version", async () => {
    await page.getByRole("article").getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("What is said").fill("Cold brew. Smooth and strong.");
    await button("Apply as version 2").click();
    await page.getByText("Version 2 is ready").waitFor({ timeout: 150_000 });
    const { body } = await house.api("GET", `/videos/${videoId}`);
    expect(body.versions.map((one: { operation: string }) => one.operation)).toEqual(["original", "captions"]);
  }, 180_000);

  test("a text is spoken over it as a third version", async () => {
    await page.goto(`/library/video/${videoId}?edit=voiceover`);
    await page.getByLabel("Text").fill("Cold brew. Smooth and strong.");
    await page.getByText("About 2 s of 3.0 s").waitFor();
    await page.getByRole("combobox", { name: "Voice" }).fill("af_heart");
    await button("Apply as version 3").click();
    await page.getByText("Version 3 is ready").waitFor({ timeout: 150_000 });
    await page.getByRole("figure").filter({ hasText: "Version 3" }).getByText("Voice-over").waitFor();
    const { body } = await house.api("GET", `/videos/${videoId}`);
    expect(body.versions.at(-1)).toMatchObject({ version: 3, operation: "voiceover" });
    const spoken = openai.calls.find(({ path }) => path === "/v1/audio/speech")?.json;
    expect(spoken).toMatchObject({ input: "Cold brew. Smooth and strong.", voice: "af_heart" });
  }, 180_000);

  test("it is scheduled, and published in the sandbox where its caption can be read", async () => {
    await page.goto(`/library/video/${videoId}`);
    await page.getByRole("link", { name: "Schedule" }).click();
    await dialog().getByLabel("Caption").fill(CAPTION);
    await dialog()
      .getByRole("checkbox", { name: /Post to .*instagram/i })
      .click();
    await dialog().getByRole("button", { name: "Schedule" }).click();
    await dialog().waitFor({ state: "hidden" });
    const { body } = await house.api("GET", "/social/posts");
    expect(body.posts).toMatchObject([{ status: "scheduled", content: CAPTION, platforms: ["instagram"] }]);

    await page.goto(`/calendar?post=${body.posts[0].postId}`);
    await button("Publish now").click();
    await page.getByRole("dialog", { name: "Publish it now?" }).getByRole("button", { name: "Publish now" }).click();
    const link = page.getByRole("link", { name: "See the post" });
    await link.waitFor({ timeout: 60_000 });
    const { page: reader, faults: readersFaults } = await house.open();
    await reader.goto((await link.getAttribute("href")) ?? "");
    await reader.getByText(CAPTION).first().waitFor();
    expect(readersFaults).toEqual([]);
    await reader.context().close();
  }, 120_000);

  test("a post that is dragged to another day of the calendar goes out that day, at the same hour", async () => {
    const now = new Date();
    const at = new Date(now.getFullYear(), now.getMonth() + 1, 10, 12).getTime();
    const { body: accounts } = await house.api("GET", "/social/accounts");
    const account = accounts.accounts.find((one: { platform: string }) => one.platform === "youtube");
    const made = await house.api("POST", "/social/posts", {
      videoId,
      accountIds: [account.accountId],
      mode: "schedule",
      scheduledFor: at,
      content: "To be dragged",
      title: "To be dragged",
    });
    expect(made.status).toBe(201);
    const day = (ms: number) => new Intl.DateTimeFormat("en-CA").format(ms);
    await page.goto(`/calendar?view=month&date=${day(at)}`);
    const entry = page.locator(".post-event", { hasText: "To be dragged" }).first();
    const target = page.locator(`[data-date="${day(at + 2 * DAY)}"]`).first();
    await entry.scrollIntoViewIfNeeded();
    const [from, to] = [await entry.boundingBox(), await target.boundingBox()];
    if (!from || !to) throw new Error("The calendar does not show the post, or the day.");
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 + 10, from.y + from.height / 2 + 5, { steps: 5 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 20 });
    await page.mouse.up();
    const moved = await until(
      () => house.api("GET", `/social/posts/${made.body.postId}`),
      ({ body }) => body.scheduledFor !== at,
    );
    expect(new Date(moved.body.scheduledFor)).toEqual(new Date(at + 2 * DAY));
  }, 120_000);

  test("a busy day shows its first posts and how many more there are, which lead to the day", async () => {
    const now = new Date();
    const at = new Date(now.getFullYear(), now.getMonth() + 1, 15, 9).getTime();
    const { body } = await house.api("GET", "/social/accounts");
    const { accountId } = body.accounts.find((one: { platform: string }) => one.platform === "instagram");
    for (let hour = 0; hour < 5; hour++) {
      const made = await house.api("POST", "/social/posts", {
        videoId,
        accountIds: [accountId],
        mode: "schedule",
        scheduledFor: at + hour * 3_600_000,
        content: `Busy ${hour}`,
      });
      expect(made.status).toBe(201);
    }
    await page.goto(`/calendar?view=month&date=${new Intl.DateTimeFormat("en-CA").format(at)}`);
    const busy = page.locator(".post-event", { hasText: /Busy/ });
    await busy.first().waitFor();
    expect(await busy.allTextContents()).toEqual([0, 1, 2].map((hour) => expect.stringContaining(`Busy ${hour}`)));
    await page.getByText("+2 more").click();
    await page.waitForURL(/view=day/);
    await busy.nth(4).waitFor();
    expect(await busy.count()).toBe(5);
  }, 60_000);

  test("who saves a planned post that somebody else has changed decides, and loses nothing", async () => {
    const { body: plan } = await house.api("POST", "/content-plans", {
      niche: "home coffee",
      platforms: ["tiktok"],
      days: 1,
      postsPerDay: 2,
    });
    const read = () => house.api("GET", `/content-plans/${plan.planId}`);
    const { body: made } = await until(read, ({ body }) => body.status === "completed");
    await page.goto(`/plans/${plan.planId}`);
    await button(/^Edit/).first().click();
    const hook = page.getByLabel("Hook");
    await hook.fill("Mine");
    const [first, second] = made.items;
    const theirs = [
      { ...first, hook: "Theirs" },
      { ...second, hook: "Theirs too" },
    ];
    await house.api("PATCH", `/content-plans/${plan.planId}`, { items: theirs });
    await button("Save").click();
    await page.getByText("Somebody else has changed this post meanwhile").waitFor();
    await page.getByText("They changed the hook.").waitFor();
    await button("Load theirs").click();
    expect(await hook.inputValue()).toBe("Theirs");
    await button("Go back to what I typed").click();
    expect(await hook.inputValue()).toBe("Mine");
    await button("Save").click();
    const { body: saved } = await until(read, ({ body }) => body.items[0].hook !== "Theirs");
    expect(saved.items.map(({ hook }: { hook: string }) => hook)).toEqual(["Mine", "Theirs too"]);
  }, 60_000);

  test("the sample library is loaded and searched by meaning", async () => {
    await page.goto("/viral");
    // It is held until something was typed, which must not be lost then.
    const typed = Promise.withResolvers<void>();
    await page.route("**/viral-library/demo", async (route) => {
      await typed.promise;
      await route.continue();
    });
    const loaded = page.waitForResponse("**/viral-library/demo");
    await button("Load the sample library").click();
    const search = page.getByRole("searchbox", { name: "Search by meaning" });
    await search.fill("dinner");
    typed.resolve();
    await loaded;
    await page.getByText("The samples are there.").waitFor();
    expect(await search.inputValue()).toBe("dinner");
    await page.waitForURL(/q=dinner/);
    await until(
      () => house.api("GET", "/viral-library/search?q=cooking&limit=1"),
      ({ body }) => body.total > 0,
    );
    await search.fill("cats and dogs being funny");
    await page
      .getByRole("status")
      .filter({ hasText: /nearest/ })
      .waitFor();
    await page.waitForURL(/q=cats/);
    const first = page.locator("a[href^='/viral/']").first();
    const href = await first.getAttribute("href");
    await first.click();
    await page.waitForURL(`**${href}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
  }, 120_000);

  test("an address where there is nothing shows the dashboard's page for that", async () => {
    const answers = async (path: string, accept: string) => {
      const { status, headers } = await fetch(house.origin + path, { headers: { accept } });
      return [status, headers.get("content-type")?.split(";")[0]];
    };
    const html = "text/html,application/xhtml+xml,*/*;q=0.8";
    expect(await answers("/library/nope", html)).toEqual([404, "text/html"]);
    expect(await answers("/nope", "*/*")).toEqual([404, "application/problem+json"]);
    expect(await answers("/api/v2/nope", html)).toEqual([404, "application/problem+json"]);
    const other = await page.context().newPage();
    await other.goto("/nope");
    await other.getByText("There is no such page").waitFor();
    await other.close();
  }, 60_000);

  test("nothing of all this went wrong unseen", () => {
    expect(faults).toEqual([]);
  });

  test("after some wrong passwords even the right one has to wait; who is signed in goes on", async () => {
    const stranger = (await house.open()).page;
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
    const wrong = "The e-mail address or the password is wrong.";
    expect(await attempt("not the password")).toContain(wrong);
    let said = "";
    for (let tries = 0; tries < 15 && !said.includes("Wait"); tries++) said = await attempt(`guess number ${tries}`);
    expect(said).toContain("Wait");
    expect(await attempt(PERSON.password)).toContain("Wait");

    await page.goto("/credits");
    await page.getByRole("heading", { level: 1, name: "Credits" }).waitFor();
  }, 120_000);

  test("who signs out is led to the sign-in, and not let in again by the way back", async () => {
    await button(`${PERSON.name}: menu`).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in");
    await page.goto("/keys");
    await page.waitForURL("**/sign-in?to=%2Fkeys");
  }, 60_000);
});
