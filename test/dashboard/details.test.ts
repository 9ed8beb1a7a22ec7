/** What a manager met on an ordinary day. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromium, type Dashboard, PERSON, signIn, startDashboard, until, visit } from "./browser";

// biome-ignore lint/suspicious/noExplicitAny: responses have no type here
type Any = any;

const dayOf = (date: Date) => new Intl.DateTimeFormat("en-CA").format(date);

let dashboard: Dashboard;
let page: Page;
let errors: string[];
let vendor: ReturnType<typeof Bun.serve> | undefined;
beforeAll(async () => {
  if (!chromium) return;
  // Refuses every key.
  vendor = Bun.serve({ port: 0, fetch: () => new Response("no", { status: 401 }) });
  dashboard = await startDashboard({ PEXELS_URL: vendor.url.origin, PEXELS_API_KEY: "refused" });
  ({ page, errors } = await dashboard.open({ locale: "de-DE" }));
  await signIn(page, dashboard.setUpLink);
});
afterAll(async () => {
  await dashboard?.stop();
  await vendor?.stop(true);
});

describe.skipIf(!chromium)("an ordinary day", () => {
  test("changes of the brand kit are not lost by a click on a link", async () => {
    await visit(page, "/brand");
    const name = page.getByLabel("Brand name");
    await name.fill("Night Owl");
    const library = page.getByRole("link", { name: "Library", exact: true });
    await library.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    expect(await name.inputValue()).toBe("Night Owl");
    await library.click();
    await dialog.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("heading", { level: 1, name: "Library" }).waitFor();
  });

  test("the calendar has the clock, the names and the first day of the browser's language", async () => {
    await visit(page, "/calendar?view=week");
    await page
      .getByText(/^0?7(?::00| Uhr)$/)
      .first()
      .waitFor();
    expect(await page.getByText(/^7 ?AM$/i).count()).toBe(0);
    const { page: american } = await dashboard.open({
      locale: "en-US",
      storageState: await page.context().storageState(),
    });
    await american.goto("/calendar?view=month");
    const heads = american.getByRole("columnheader");
    await heads.first().waitFor();
    expect(await heads.first().textContent()).toMatch(/^Sun/);
    await american.context().close();
  });

  test("the calendar has the whole width while there are no drafts", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const [calendar, drafts] = [page.locator(".calendar"), page.getByRole("region", { name: "Drafts" })];
    const measure = async () => (await calendar.boundingBox())!.width;
    await page.goto("/calendar?view=month");
    await page.getByText("No posts in this period").first().waitFor();
    const whole = await measure();
    expect([await drafts.count(), whole > 1000]).toEqual([0, true]);
    await dashboard.api("POST", "/social/accounts");
    const { accounts } = (await dashboard.api("GET", "/social/accounts")).body;
    const draft = { videoUrl: "https://example.com/clip.mp4", mode: "draft", content: "Later" };
    const { body } = await dashboard.api("POST", "/social/posts", { ...draft, accountIds: [accounts[0].accountId] });
    await page.reload();
    await drafts.getByText("Later").waitFor();
    expect(await measure()).toBeLessThan(whole - 200);
    await dashboard.api("DELETE", `/social/posts/${body.postId}`);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("on a Saturday evening, the list has Sunday's post, and the month the weeks that come", async () => {
    await dashboard.api("POST", "/social/accounts");
    const { accounts } = (await dashboard.api("GET", "/social/accounts")).body;
    const { accountId } = accounts.find(({ platform }: { platform: string }) => platform === "youtube");
    const evening = new Date();
    evening.setDate(evening.getDate() + ((6 - evening.getDay() + 7) % 7) + 7);
    evening.setHours(20, 0, 0, 0);
    const after = (days: number) => new Date(evening.getFullYear(), evening.getMonth(), evening.getDate() + days, 10);
    for (const [content, days] of [
      ["Tomorrow", 1],
      ["Next month", 27],
      ["Today", 0],
    ] as const) {
      const post = { videoUrl: "https://example.com/clip.mp4", mode: "schedule", scheduledFor: after(days).getTime() };
      await dashboard.api("POST", "/social/posts", { ...post, accountIds: [accountId], content, title: content });
    }
    const { page: saturday } = await dashboard.open({ storageState: await page.context().storageState() });
    await saturday.clock.setFixedTime(evening);
    const post = (content: string) => saturday.locator(".post-event", { hasText: content });
    await saturday.goto("/calendar?view=list");
    await post("Tomorrow").waitFor();
    await post("Today").waitFor();
    expect(await post("Next month").count()).toBe(0);
    await saturday.getByRole("button", { name: "Next", exact: true }).click();
    await post("Next month").waitFor();
    await saturday.goto("/calendar?view=month");
    await post("Next month").waitFor();
    const days = saturday.locator("[data-date]");
    expect((await days.first().getAttribute("data-date"))! > dayOf(after(-7))).toBe(true);
    await saturday.getByRole("button", { name: "Previous", exact: true }).click();
    await post("Tomorrow").waitFor({ state: "detached" });
    await saturday.goto(`/calendar?view=list&date=${dayOf(after(20))}`);
    await post("Next month").waitFor();
    await saturday.context().close();
  });

  test("the report of a month is shown as its link shows it, and the link is revoked", async () => {
    await dashboard.sql(`update social_targets t set status = 'published', published_at = date_trunc('month', now())
      from social_posts p where p.id = t.post_id and p.content = 'Tomorrow'`);
    await visit(page, "/reports");
    const report = page.frameLocator("iframe.report");
    const cell = report.getByRole("cell", { name: "Tomorrow", exact: true });
    await cell.waitFor();
    await page.getByRole("button", { name: "Previous month" }).click();
    await report.getByText("Nothing was published in this month.").waitFor();
    await page.getByRole("button", { name: "Next month" }).click();
    await cell.waitFor();
    // Printing shows nothing in a browser without windows.
    await page.getByRole("button", { name: "Print" }).click();
    expect(errors.filter((text) => /script/i.test(text))).toEqual([]);
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Dana");
    await dialog.getByLabel("Email").fill("dana@client.example");
    await dialog.getByRole("button", { name: "Create link" }).click();
    const url = await dialog.getByText(/\/review\/\w{43}$/).textContent();
    const { page: client } = await dashboard.open({ viewport: { width: 390, height: 844 } });
    await client.goto(url!);
    await client.getByRole("cell", { name: "Tomorrow", exact: true }).waitFor();
    // On a phone, each row is a card, and no figure is beyond the edge.
    const { widest, figures } = await client.evaluate(() => ({
      widest: Math.max(...[...document.querySelectorAll("*")].map((one) => one.getBoundingClientRect().right)),
      figures: [...document.querySelectorAll("td")].filter(
        (one) => getComputedStyle(one, "::before").content === '"Views"',
      ),
    }));
    expect([widest <= 390, figures.length > 0]).toEqual([true, true]);
    // A sheet of paper, without what is around it.
    expect((await client.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(1_000);
    await visit(page, "/calendar");
    await page.getByRole("button", { name: "Review links" }).click();
    await dialog.getByText(/^Report 20\d\d-\d\d$/).waitFor();
    await dialog.getByRole("button", { name: "Dana: actions" }).click();
    await page.getByRole("menuitem", { name: "Revoke link" }).click();
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByText("Link revoked").waitFor();
    await client.reload();
    await client.getByRole("heading", { name: "This link has ended" }).waitFor();
    await client.context().close();
  });

  test("the examples of the form have enough in them for a clip and a poster that show every word", async () => {
    const read = async (kind: string) => {
      await visit(page, `/create?kind=${kind}`);
      return (await page.getByLabel("Prompt").getAttribute("placeholder")) ?? "";
    };
    const { body } = await dashboard.api("POST", "/videos/storyboard", { prompt: await read("video"), duration: 10 });
    const kinds = body.scenes.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(["hook", "step", "step", "step", "price", "cta"]);
    expect(body.parts.every(({ use }: { use: string }) => use === "shown")).toBe(true);
    expect(await read("image")).toMatch(/\d/);
  });

  test("a sample says what its analysis is based on, and gives a plan a topic in plain words", async () => {
    await dashboard.api("POST", "/viral-library/demo");
    const list = async () => {
      const read = (page: number) =>
        dashboard.api("GET", `/viral-library/videos?library=shared&pageSize=100&page=${page}`);
      const pages = await Promise.all([1, 2, 3, 4].map(read));
      return pages.flatMap(({ body }) => body.videos).find(({ hashtags }: Any) => hashtags.includes("budgetmeals"));
    };
    const { id } = await until(list, (video) => video?.analysis);
    await visit(page, `/viral/${id}`);
    await page.getByText("Based on the caption").waitFor();
    expect(await page.getByText(/not analysed yet/i).count()).toBe(0);
    await page.getByRole("link", { name: "Create plan from video" }).click();
    const niche = page.getByLabel("Niche");
    expect(await until(() => niche.inputValue(), Boolean)).toBe("weeknight dinners");
  });

  test("a vendor whose key is refused is not called set up", async () => {
    await visit(page, "/settings/vendors");
    const row = page.getByRole("row", { name: /Pexels/ });
    await row.getByText("Doesn't work").filter({ visible: true }).waitFor();
    expect(await row.getByText(/^Set up$|^Works$/).count()).toBe(0);
  });

  test("a change made offline says that it waits, and is saved once", async () => {
    await visit(page, "/settings/workspace");
    await page.getByLabel("Name").fill("Night Owl GmbH");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("You are offline. Your change is saved once you are back online.").waitFor();
    await page.context().setOffline(false);
    await page.getByText("Workspace saved").waitFor();
    await page.getByText("You are offline.").waitFor({ state: "detached" });
  });

  test("without enough credits, the price says what is left, and the form what to do", async () => {
    await dashboard.sql("update accounts set balance = 3");
    await page.goto("/create?kind=video");
    await page.getByText(/^About 16 credits, but 3 left$/).waitFor();
    await page.getByLabel("Prompt").fill("Cold brew");
    await page.getByRole("button", { name: "Generate video" }).click();
    const alert = page.getByRole("main").getByRole("alert").filter({ hasText: "Not enough credits" });
    await alert.getByRole("link", { name: "Add credits" }).click();
    await page.getByRole("heading", { level: 1, name: "Credits" }).waitFor();
  });

  test("too many tries say in plain words when the next one is allowed", async () => {
    const { page: stranger } = await dashboard.open();
    await stranger.goto("/sign-in");
    await stranger.getByLabel(/^Email/).fill(PERSON.email);
    const alert = stranger.getByRole("alert");
    for (let tries = 0; tries < 11; tries++) {
      await stranger.getByLabel(/^Password/).fill("wrong password");
      await stranger.locator("[type=submit]").click();
      await stranger.locator("[type=submit]:not([data-loading])").waitFor();
    }
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/^Too many tries\. Try again in 1[0-5] minutes\.$/);
    await stranger.context().close();
  });
});
