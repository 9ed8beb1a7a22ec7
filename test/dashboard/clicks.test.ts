/** The jobs of a day: how many clicks each takes, and what home says needs doing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { scratch, synthesize } from "#test/plugins/local/edit-clips";
import { chromium, type Dashboard, generateSmall, signIn, startDashboard, until, visit } from "./browser";

// biome-ignore lint/suspicious/noExplicitAny: responses have no type here
type Any = any;

const DAY = 86_400_000;
const WIDTH = 1440;

let dashboard: Dashboard;
let page: Page;
let videoId: string;
let clicks = 0;

beforeAll(async () => {
  if (!chromium) return;
  dashboard = await startDashboard();
  ({ page } = await dashboard.open({ viewport: { width: WIDTH, height: 900 } }));
  await signIn(page, dashboard.setUpLink);
  await generateSmall(page);
  await dashboard.api("POST", "/social/accounts");
});
afterAll(() => dashboard?.stop());

const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole("button", { name });
const link = (name: string) => page.getByRole("link", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const click = async (target: Locator) => {
  clicks++;
  await target.click();
};
const getAccounts = async (): Promise<Any[]> => (await dashboard.api("GET", "/social/accounts")).body.accounts;
const listPosts = async (): Promise<Any[]> => (await dashboard.api("GET", "/social/posts?pageSize=100")).body.posts;
/** Local 9 am, some days from today. */
const at9 = (days: number) => new Date(new Date().setHours(9, 0, 0, 0)).setDate(new Date().getDate() + days);

describe.skipIf(!chromium)("a job takes few clicks", () => {
  test("from a sentence to a clip: 2", async () => {
    clicks = 0;
    await click(page.getByRole("main").getByRole("link", { name: "Create", exact: true }));
    await page.getByLabel("Prompt").fill("Cold brew. Zero sugar. Order at coldbrew.example");
    await click(button("Generate video"));
    const made = async () => (await dashboard.api("GET", "/videos")).body.videos[0];
    ({ videoId } = await until(made, (video) => video?.status === "completed"));
    expect(clicks).toBe(2);
  });

  test("from a clip to three channels of a client, tomorrow at 9: 5, two of which TikTok asks for", async () => {
    const accountIds = (await getAccounts()).map(({ accountId }) => accountId);
    await dashboard.api("PUT", "/social/groups/Bakery", { accountIds });
    await visit(page, `/library/video/${videoId}`);
    clicks = 0;
    await click(link("Schedule"));
    await click(button("Bakery", dialog()));
    await click(dialog().getByRole("combobox", { name: "Who can see this video" }));
    await click(page.getByRole("option", { name: "Everyone", exact: true }));
    // The caption is typed, without a click.
    await dialog().getByLabel("Caption", { exact: true }).fill("Fresh today");
    await click(button(/^Schedule/, dialog()));
    await dialog().waitFor({ state: "hidden" });
    const post = (await listPosts()).find(({ content }) => content === "Fresh today");
    expect([post.accountIds.length, post.scheduledFor, clicks]).toEqual([3, at9(1), 5]);
  });

  test("captions on a clip of my own: 3", async () => {
    const path = join(scratch(), "own.mp4");
    await synthesize(path, { pictures: "testsrc2=s=360x640:r=15:d=2", sound: "sine=d=2" });
    await visit(page, "/library?kind=uploads");
    await page.locator("input[type=file]").setInputFiles(path);
    const own = async (): Promise<Any> =>
      (await dashboard.api("GET", "/videos")).body.videos.find(({ source }: Any) => source === "upload");
    const video = await until(own, (found) => found !== undefined);
    await visit(page, `/library/video/${video.videoId}`);
    clicks = 0;
    await click(link("Edit"));
    const transcript = page.getByLabel("Transcript");
    await click(transcript);
    await transcript.pressSequentially("My own words");
    await click(button("Export as version 2"));
    await page.getByText("Version 2 is ready").waitFor();
    expect(clicks).toBe(3);
  });

  test("moving a post to another day: 1 drag", async () => {
    const { postId } = (await listPosts()).find(({ content }) => content === "Fresh today");
    await visit(page, "/calendar?view=month");
    const entry = page.locator(".post-event", { hasText: "Fresh today" }).first();
    await entry.waitFor();
    const day = (ms: number) => new Intl.DateTimeFormat("en-CA").format(ms);
    await entry.dragTo(page.locator(`[data-date="${day(at9(3))}"]`).first());
    const read = () => dashboard.api("GET", `/social/posts/${postId}`);
    await until(read, ({ body }) => body.scheduledFor === at9(3));
  });

  test("twenty posts from a table: 2, after copying it", async () => {
    const day = (index: number) => new Intl.DateTimeFormat("en-CA").format(Date.now() + (10 + index) * DAY);
    const rows = Array.from(
      { length: 20 },
      (_, i) => `${videoId}\tsandbox.youtube\t${day(i)}\t18:00\tRow ${i + 1}\tRow ${i + 1}`,
    );
    const table = ["Video\tChannels\tDate\tTime of day\tCaption\tTitle", ...rows].join("\n");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate((text) => navigator.clipboard.writeText(text), table);
    clicks = 0;
    await click(button("Import"));
    await dialog().getByLabel("Table").waitFor();
    await page.keyboard.press("Control+V");
    await click(button("Import 20 posts"));
    await page.getByText("20 posts imported").waitFor();
    expect(clicks).toBe(2);
    expect((await listPosts()).filter(({ content }) => /^Row /.test(content)).length).toBe(20);
  });
});

describe.skipIf(!chromium)("home", () => {
  test("shows what goes out today, which days are empty, and starts a post on one", async () => {
    const { accountId } = (await getAccounts()).find(({ platform }) => platform === "youtube");
    const later = new Date().setHours(23, 58, 0, 0);
    const post = { videoId, accountIds: [accountId], mode: "schedule", title: "Tonight's post", content: "Tonight" };
    await dashboard.api("POST", "/social/posts", { ...post, scheduledFor: later });
    await page.goto("/");
    const today = page.getByRole("region", { name: "Today" });
    await today.getByRole("link", { name: "Tonight's post" }).waitFor();
    const days = today.getByRole("group", { name: "Next days" }).getByRole("link");
    expect(await days.count()).toBe(6);
    await days
      .filter({ hasText: "1" })
      .and(page.getByRole("link", { name: /\b1 post$/ }))
      .waitFor();
    await days.nth(3).click();
    expect(await dialog().getByLabel("Date and time").inputValue()).toBe(
      `${new Intl.DateTimeFormat("en-CA").format(at9(4))}T09:00`,
    );
    await button("Cancel", dialog()).click();
  });

  test("shows the best post of the last weeks", async () => {
    const { accountId } = (await getAccounts()).find(({ platform }) => platform === "instagram");
    const post = { videoId, accountIds: [accountId], mode: "now", content: "Straight from the oven" };
    const { postId } = (await dashboard.api("POST", "/social/posts", post)).body;
    const read = () => dashboard.api("GET", `/social/posts/${postId}`);
    await until(read, ({ body }) => body.status === "published");
    await dashboard.addResults();
    await page.goto("/");
    const best = page.getByRole("region", { name: "Best post" });
    await best.getByText("12,345 views in the last 28 days").waitFor();
    await best.getByRole("link", { name: "Straight from the oven" }).click();
    await dialog().getByText("Published", { exact: true }).first().waitFor();
    await page.keyboard.press("Escape");
    // The next test counts the posts of today.
    await dashboard.sql("delete from social_posts where content = 'Straight from the oven'");
  });

  test("shows a manager what each workspace waits for, and opens one", async () => {
    await button(/^Workspace:/).click();
    await page.getByRole("menuitem", { name: "New workspace" }).click();
    await dialog().getByLabel(/^Name/).fill("Corner Bakery");
    await button("Create workspace", dialog()).click();
    await button(/Workspace: Corner Bakery/).waitFor();
    const clients = page.getByRole("region", { name: "Your workspaces" });
    const own = clients.getByRole("button").filter({ hasText: "1 post today" });
    await own.waitFor();
    await clients.getByRole("button", { name: /Corner Bakery.*No posts today/ }).waitFor();
    await own.click();
    await page.getByRole("region", { name: "Today" }).getByRole("link", { name: "Tonight's post" }).waitFor();
    // Every request names the workspace, also that for the health of the server.
    await page.goto("/settings/server");
    await page.getByRole("heading", { name: "Engines and services" }).waitFor();
    await page.goto("/channels");
    await page.getByText("Configured", { exact: true }).first().waitFor();
  });
});
