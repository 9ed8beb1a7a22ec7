/** Planning for many channels: plans, tables and the composer, each as somebody sees it. One server for all. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { ADMIN } from "#test/app";
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
    const price =
      (await dialog()
        .getByText(/^About \d+ credits for 1 video/)
        .textContent()) ?? "";
    const [, credits, seconds] = /^About (\d+) credits for 1 video, about (\d+) seconds in all$/.exec(price) ?? [];
    expect(Number(credits)).toBe(2 * Number(seconds));
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

  test("a table becomes posts, once every row is corrected in place", async () => {
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await dashboard.api("PATCH", `/videos/${videoId}`, { title: "Cold brew in ten seconds" });
    await visit(page, "/calendar");
    await button("Import").click();
    const table = [
      "Footage\tChannels\tDate\tTime\tCaption\tNotes",
      `${videoId}\tsandbox.youtube\t${day}\t18:00\tFrom a table\tx`,
      `Cold brew in ten seconds.mp4\tsandbox.tiktok; nobody\t${day}\t25:00\tOn two channels\t`,
      `${videoId}\tsandbox.instagram\t\t\tWithout a time at first\t`,
    ].join("\n");
    await dialog().getByLabel("Table").fill(table);
    await button("Continue").click();
    // A name that is not known is chosen by hand.
    await dialog().getByRole("combobox", { name: "Footage" }).click();
    await page.getByRole("option", { name: "Video", exact: true }).click();
    await button("Preview").click();
    await dialog().getByText("2 rows to correct").waitFor();
    await dialog().getByText("No channel or group is named nobody.").waitFor();
    await dialog().getByText("Enter a date and a time").waitFor();
    expect(await button("Import 3 posts").isDisabled()).toBe(true);
    // On a phone, each row is a card that fits.
    await page.setViewportSize({ width: 390, height: 844 });
    const fields = dialog().getByRole("table").getByRole("textbox");
    const edges = async () =>
      Math.max(...(await fields.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))));
    expect([(await fields.count()) >= 12, (await edges()) <= 390]).toEqual([true, true]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog().getByLabel("Channels of row 2").fill("sandbox.tiktok");
    await dialog().getByLabel("Date and time of row 2").fill(`${day} 19:30`);
    expect(await listPosts("status=scheduled&platform=youtube")).toEqual([]);
    await dialog().getByText("The channel has no posting times.").waitFor();
    await dialog().getByLabel("Date and time of row 3").fill(`${day} 20:00`);
    await dialog().getByText("To complete: TikTok").waitFor();
    await chooseVisibility("Followers");
    await dialog().getByText("Ready to import").waitFor();
    await button("Import 3 posts").click();
    await page.getByText("3 posts imported").waitFor();
    const posts = await listPosts("status=scheduled&pageSize=50");
    const find = (content: string) => posts.find((one) => one.content === content);
    expect(new Date(find("From a table").scheduledFor).toTimeString()).toStartWith("18:00");
    expect(find("On two channels")).toMatchObject({ videoId, tiktokPrivacyLevel: "FOLLOWER_OF_CREATOR" });
    expect(find("Without a time at first")).toBeDefined();
  });

  test("a table with a duplicate is not imported before it is left out", async () => {
    await visit(page, "/calendar");
    await button("Import").click();
    const row = `${videoId},sandbox.youtube,Twice in one table`;
    await dialog().getByLabel("Table").fill(`videoId,accountIds,content\n${row}\n${row}`);
    await button("Continue").click();
    await dialog().getByText("Save as drafts").click();
    await dialog().getByText("An earlier post of this list has the same content").waitFor();
    await button("Leave out row 2").click();
    await dialog().getByText("Ready to import").waitFor();
    await page.keyboard.press("Escape");
    await button("Discard").click();
  });

  test("what an earlier version has kept in the browser is continued: a new post, and a change of one", async () => {
    const { accounts } = (await dashboard.api("GET", "/social/accounts")).body;
    const { body: post } = await dashboard.api("POST", "/social/posts", {
      ...{ videoId, mode: "draft", content: "As it was saved", accountIds: [accounts[0].accountId] },
    });
    const { accountId } = (await dashboard.api("GET", "/workspace")).body;
    await page.goto("/brand");
    await page.evaluate(
      ([account, id]) => {
        const keep = (name: string, content: string) =>
          localStorage.setItem(`vireo:post:${account}:${name}`, JSON.stringify({ content }));
        keep("new", "Begun last year");
        keep(id!, "Changed last year");
      },
      [accountId, post.postId],
    );
    await visit(page, "/calendar");
    await button("Continue writing").first().click();
    expect(await dialog().getByLabel("Caption").inputValue()).toBe("Begun last year");
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("vireo:post")))).toEqual(
      [],
    );
    await page.keyboard.press("Escape");
    await button("Discard").click();
    await page.goto(`/calendar?post=${post.postId}`);
    await button("Edit").click();
    await dialog().getByText("Restored what you typed earlier").waitFor();
    expect(await dialog().getByLabel("Caption").inputValue()).toBe("Changed last year");
    await page.keyboard.press("Escape");
    await button("Discard").click();
  });

  test("two windows write two posts at once, and a post begun in one is continued in the other", async () => {
    const { page: other } = await dashboard.open({ storageState: await page.context().storageState() });
    const compose = async (window: Page, text: string) => {
      await window.goto("/calendar");
      await window.getByRole("button", { name: "New post" }).click();
      await window.getByRole("dialog").getByLabel("Caption").fill(text);
    };
    await compose(page, "For the first client");
    await compose(other, "For the second client");
    const countDrafts = async () => ((await dashboard.sql("select from drafts")) as unknown[]).length;
    await until(countDrafts, (count) => count === 2);
    expect(await dialog().getByLabel("Caption").inputValue()).toBe("For the first client");
    await page.reload();
    await button("Continue writing").first().click();
    expect(await dialog().getByLabel("Caption").inputValue()).toBe("For the second client");

    // Both windows have this post now. The one that saves last is told.
    await Promise.all([
      other.waitForResponse((one) => /\/drafts\//.test(one.url()) && one.request().method() !== "GET" && one.ok()),
      other.getByRole("dialog").getByLabel("Caption").fill("For the second client!"),
    ]);
    await dialog().getByLabel("Caption").fill("Written here");
    await dialog().getByText("Changed in another window").waitFor();
    await dialog().getByRole("button", { name: "Show the other changes" }).click();
    await dialog().getByText("Restored what you typed earlier").waitFor();
    expect(await dialog().getByLabel("Caption").inputValue()).toBe("For the second client!");
    await page.keyboard.press("Escape");
    await button("Discard").click();
    await button("Continue writing").click();
    expect(await dialog().getByLabel("Caption").inputValue()).toBe("For the first client");
    await page.keyboard.press("Escape");
    await button("Discard").click();
    await until(countDrafts, (count) => count === 0);
    await other.context().close();
  });

  test("a new post lists what is missing, finds videos as the library does, and keeps its buttons in sight", async () => {
    await dashboard.api("PATCH", `/videos/${videoId}`, { title: "Cold brew in ten seconds", tags: ["summer"] });
    await page.goto("/calendar");
    await button("New post").click();
    await dialog().getByText("To complete: channel").waitFor();
    await dialog().getByRole("combobox", { name: "Tags" }).click();
    await page.getByRole("option", { name: /summer/ }).click();
    await dialog().getByRole("searchbox", { name: "Search by title, prompt or tag" }).fill("no such video");
    await dialog().getByText("No videos match the filters").waitFor();
    await dialog().getByRole("searchbox").fill("ten seconds");
    await dialog().getByText("Cold brew in ten seconds").click();
    await dialog().getByRole("checkbox", { name: "Post to sandbox.tiktok" }).click();
    await dialog().getByRole("checkbox", { name: "Post to sandbox.youtube" }).click();
    await dialog().getByText("To complete: title for YouTube, who can see the video on TikTok").waitFor();
    const isInSight = (element: Element) => element.getBoundingClientRect().bottom <= innerHeight;
    expect(await dialog().getByRole("button", { name: "Schedule", exact: true }).evaluate(isInSight)).toBe(true);
    await dialog().getByLabel("Caption", { exact: true }).fill("Zero sugar");
    await chooseVisibility("Everyone");
    await dialog().getByText("To complete").waitFor({ state: "hidden" });
    await dialog().getByRole("button", { name: "Schedule", exact: true }).click();
    await page.getByText(/^Post scheduled/).waitFor();
  });

  test("links that were sent to clients are listed, and revoked one by one", async () => {
    const { body: channels } = await dashboard.api("GET", "/social/accounts");
    const { accountId } = channels.accounts.find(({ platform }: Any) => platform === "youtube");
    const { body: post } = await dashboard.api("POST", "/social/posts", {
      ...{ videoId, accountIds: [accountId], mode: "draft", content: "For review" },
    });
    const { body: review } = await dashboard.api("POST", "/social/reviews", {
      ...{ postIds: [post.postId], canDecide: false },
      reviewers: ["Dana", "Kim"].map((name) => ({ name, email: `${name}@client.example` })),
    });
    await page.goto("/calendar");
    await button("Review links").click();
    await dialog().getByText("Dana@client.example").waitFor();
    await button("Kim: actions").click();
    await page.getByRole("menuitem", { name: "Revoke link" }).click();
    await button("Revoke").click();
    await dialog().getByRole("row", { name: /Kim/ }).getByText("Revoked").waitFor();
    const { body } = await dashboard.api("GET", `/social/reviews/${review.reviewId}`);
    expect(body.reviewers.map(({ revokedAt }: Any) => revokedAt !== undefined)).toEqual([false, true]);
  });

  test("deleting a video names the planned posts that need it, and only those", async () => {
    const { body: channels } = await dashboard.api("GET", "/social/accounts");
    const { accountId } = channels.accounts.find(({ platform }: Any) => platform === "youtube");
    const planned = await dashboard.api("POST", "/social/posts", {
      ...{ videoId, accountIds: [accountId], mode: "schedule", scheduledFor: Date.now() + 5 * 86_400_000 },
      content: "Needs its video",
    });
    expect(planned.status).toBe(201);
    await page.goto("/library?status=completed");
    const select = () => page.getByRole("checkbox", { name: /^Select “/ }).first();
    const remove = () => page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Delete" });
    await select().click();
    await remove().click();
    await dialog().getByText("will fail").waitFor();
    await dialog().getByRole("link", { name: "Needs its video" }).waitFor();
    await dialog().getByRole("button", { name: "Cancel" }).click();
    const { body } = await dashboard.api("GET", "/social/posts?pageSize=100");
    for (const { postId } of body.posts) await dashboard.api("DELETE", `/social/posts/${postId}`);
    await page.goto("/library?status=completed");
    await select().click();
    const isRead = page.waitForResponse(/status=needs_approval/);
    await remove().click();
    await isRead;
    await dialog().getByText("The files are deleted permanently").waitFor();
    expect(await dialog().getByText("will fail").count()).toBe(0);
    await dialog().getByRole("button", { name: "Cancel" }).click();
  });

  test("deleting an image or an upload names the planned posts that show it among others", async () => {
    const { body: channels } = await dashboard.api("GET", "/social/accounts");
    const { accountId } = channels.accounts.find(({ platform }: Any) => platform === "instagram");
    const { body: started } = await dashboard.api("POST", "/images/generate", { prompt: "A cup", aspectRatio: "1:1" });
    const { body: image } = await until(
      () => dashboard.api("GET", `/images/${started.imageId}`),
      ({ body }) => body.status === "completed",
    );
    const form = new FormData();
    form.append("file", new Blob([await (await fetch(image.url)).bytes()]), "shown.png");
    const headers = { authorization: `Bearer ${ADMIN}` };
    const sent = await fetch(`${dashboard.origin}/api/v1/upload`, { method: "POST", headers, body: form });
    const upload: Any = await sent.json();
    const planned = await dashboard.api("POST", "/social/posts", {
      ...{ media: [{ imageId: image.imageId }, { url: upload.url }], accountIds: [accountId], mode: "schedule" },
      ...{ scheduledFor: Date.now() + 5 * 86_400_000, content: "Needs its pictures" },
    });
    expect([planned.status, planned.body.errors]).toEqual([201, undefined]);
    const names = () => dialog().getByRole("link", { name: "Needs its pictures" }).waitFor();
    await page.goto(`/library/image/${image.imageId}`);
    await button("Delete").click();
    await names();
    await page.goto("/library?kind=image&status=completed");
    await page
      .getByRole("checkbox", { name: /^Select “/ })
      .first()
      .click();
    await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Delete" }).click();
    await names();
    await page.goto("/library?kind=uploads");
    await button("shown.png: actions").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await names();
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await dashboard.api("DELETE", `/social/posts/${planned.body.postId}`);
  });
});
