/** Planning for many channels: plans, tables and the composer, each as somebody sees it. One server for all. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromium, type Dashboard, signIn, startDashboard, until, visit } from "./browser";

// biome-ignore lint/suspicious/noExplicitAny: responses have no type here
type Any = any;

let dashboard: Dashboard;
let page: Page;
let videoId: string;

beforeAll(async () => {
  if (!chromium) return;
  dashboard = await startDashboard();
  ({ page } = await dashboard.open());
  page.setDefaultTimeout(20_000);
  await signIn(page, dashboard.setUpLink);
  await dashboard.api("POST", "/social/accounts");
  const { body } = await dashboard.api("POST", "/videos/generate", {
    scenes: [{ kind: "hook", text: "Cold brew" }],
    ...{ duration: 3, resolution: "720p" },
  });
  videoId = body.videoId;
  await until(
    () => dashboard.api("GET", `/videos/${videoId}`),
    ({ body }) => body.status === "completed",
  );
});
afterAll(() => dashboard?.stop());

const button = (name: string | RegExp) => page.getByRole("button", { name });
const dialog = () => page.getByRole("dialog");
const chooseVisibility = async (name: string) => {
  await dialog().getByRole("combobox", { name: "Who can see this video" }).click();
  await page.getByRole("option", { name, exact: true }).click();
};
const listPosts = async (query: string): Promise<Any[]> =>
  (await dashboard.api("GET", `/social/posts?${query}`)).body.posts;

describe.skipIf(!chromium)("planning", () => {
  test("a plan for TikTok asks who can see its posts before anything is made", async () => {
    const { body } = await dashboard.api("POST", "/content-plans", {
      ...{ niche: "home coffee", platforms: ["tiktok"], days: 1, postsPerDay: 1 },
    });
    const read = () => dashboard.api("GET", `/content-plans/${body.planId}`);
    await until(read, ({ body }) => body.status === "completed");
    await visit(page, `/plans/${body.planId}`);
    await button("Produce this plan").click();
    await dialog().getByText("Posting as").waitFor();
    await button("Create 1 video").click();
    await dialog().getByText("Choose who can see the video.").waitFor();
    expect((await read()).body.production).toBeUndefined();
    await chooseVisibility("Everyone");
    await button("Create 1 video").click();
    await page.getByText("0 of 1 post ready, 1 rendering").waitFor();
    await dashboard.api("DELETE", `/videos/${(await read()).body.production.items[0].videoId}`);
  });

  test("several videos are scheduled on TikTok at once, with one visibility", async () => {
    await visit(page, "/library?status=completed");
    await page
      .getByRole("checkbox", { name: /^Select “/ })
      .first()
      .click();
    await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Schedule" }).click();
    await dialog()
      .getByRole("checkbox", { name: /Post to .*tiktok/i })
      .click();
    await dialog()
      .getByRole("textbox", { name: /^Caption of/ })
      .first()
      .fill("On TikTok together");
    await button("Create posts").click();
    await dialog().getByText("Choose who can see the video.").waitFor();
    await chooseVisibility("Only me");
    await button("Create posts").click();
    await page.waitForURL("**/calendar");
    const posts = await listPosts("status=scheduled&platform=tiktok");
    expect(posts.find(({ content }) => content === "On TikTok together")?.tiktokPrivacyLevel).toBe("SELF_ONLY");
  });
});
