/** Whole ways through the dashboard, from the first click to the result. One server and one browser for all. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { PIXEL } from "#test/engines";
import { scratch, synthesize } from "#test/plugins/local/edit-clips";
import { startYouTube, type YouTube } from "#test/plugins/youtube/server";
import { chromium, type Dashboard, PERSON, signIn, startDashboard, until, visit } from "./browser";

const CHANNEL = "uc-shop";
const NEXT_PASSWORD = "another long password";

let dashboard: Dashboard;
let youtube: YouTube;
let page: Page;
let errors: string[];

/** Where webhooks go. It refuses what it gets while `isBroken`. */
const received: { type: string }[] = [];
let isBroken = false;
const receiver = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    if (isBroken) return new Response("Out of order", { status: 500 });
    received.push((await request.json()) as { type: string });
    return new Response();
  },
});

beforeAll(async () => {
  if (!chromium) return;
  youtube = await startYouTube();
  dashboard = await startDashboard(youtube.env);
  ({ page, errors } = await dashboard.open());
  // The picture of the channel, which is on a server that does not exist.
  await page.context().route("https://yt.example/**", (route) => route.fulfill({ body: PIXEL }));
  await signIn(page, dashboard.setUpLink);
  await dashboard.api("POST", "/social/accounts");
});
afterAll(() => Promise.all([dashboard?.stop(), youtube?.stop(), receiver.stop(true)]));

const button = (name: string | RegExp, of: Page | Locator = page) => of.getByRole("button", { name, exact: true });
const link = (name: string | RegExp, of: Page | Locator = page) => of.getByRole("link", { name, exact: true });
const dialog = (of: Page = page) => of.getByRole("dialog");
const option = (name: string, of: Page = page) => of.getByRole("option", { name, exact: true });
const choose = (group: string, name: string, of: Page | Locator = page) =>
  of.getByRole("radiogroup", { name: group }).getByText(name, { exact: true }).click();
/** A field by its label, which ends in an asterisk where the field is required. */
const field = (label: string, of: Page | Locator = page) => of.getByLabel(new RegExp(`^${label}( \\*)?$`));
const pageTitle = (name: string | RegExp, of: Page = page) =>
  of.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const posts = async (query = "") => (await dashboard.api("GET", `/social/posts?${query}`)).body.posts;
const postCalled = async (content: string) =>
  (await posts()).find((one: { content: string }) => one.content === content);

/** Opens a link that somebody was given, and creates the account behind it. */
async function accept(address: string, name: string): Promise<Page> {
  const { page: theirs } = await dashboard.open();
  await theirs.goto(address);
  await theirs.getByLabel("Your name").fill(name);
  await field("Password", theirs).fill(PERSON.password);
  await theirs.locator("[type=submit]").click();
  await pageTitle("Home", theirs);
  return theirs;
}

/** Presses Tab until the element that has the focus is `target`. Nothing is clicked. */
async function tabTo(target: Locator, on: Page = page): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await on.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target}.`);
}

describe.skipIf(!chromium)("a whole way", () => {
  let videoId: string;

  test("my own clip is uploaded, gets captions, and is scheduled with them", async () => {
    const clip = join(scratch(), "own-clip.mp4");
    await synthesize(clip, { pictures: "testsrc2=s=360x640:r=15:d=2", sound: "sine=d=2" });
    await visit(page, "/");
    await link("Library").click();
    await page.getByRole("tab", { name: "Uploads" }).click();
    await page.locator("input[type=file]").setInputFiles(clip);
    await button("own-clip.mp4: actions").click();
    await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
    await page.getByLabel("Transcript").fill("My own words");
    await button("Export as version 2").click();
    await page.getByText("Version 2 is ready").waitFor();
    videoId = /vid_\w+/.exec(page.url())?.[0] ?? "";

    await link("Schedule").click();
    await field("Caption", dialog()).fill("My own clip");
    await dialog().getByRole("checkbox", { name: "Post to sandbox.instagram" }).click();
    await button("Schedule", dialog()).click();
    await dialog().waitFor({ state: "hidden" });
    const post = await postCalled("My own clip");
    const { body: video } = await dashboard.api("GET", `/videos/${videoId}`);
    expect([post.status, post.videoUrl]).toEqual(["scheduled", video.versions[1].url]);
    // The calendar shows the day of the post.
    await page.locator(".post-event", { hasText: "My own clip" }).first().waitFor();
  });

  test("a channel is connected, a video is published to it, and its results are shown", async () => {
    await visit(page, "/");
    await link("Channels").click();
    const popup = page.waitForEvent("popup");
    await button("Connect YouTube").click();
    const platform = await popup;
    await platform.waitForURL(/\/o\/oauth2\//);
    await platform.goto(youtube.people.allow(platform.url(), CHANNEL));
    await platform.getByText(CHANNEL).first().waitFor();
    await platform.close();
    await page
      .getByRole("row", { name: new RegExp(CHANNEL) })
      .getByText("Active")
      .filter({ visible: true })
      .waitFor();

    await link("Calendar").click();
    await button("New post").click();
    await button(/own-clip/, dialog()).click();
    await dialog()
      .getByRole("checkbox", { name: `Post to ${CHANNEL}` })
      .click();
    await field("Caption", dialog()).fill("Out on YouTube");
    await button(/^YouTube/, dialog()).click();
    await field("YouTube title", dialog()).fill("A clip of my own");
    await choose("When to post", "Now", dialog());
    await button("Publish now", dialog()).click();
    await dialog().waitFor({ state: "hidden" });
    await page.locator(".post-event", { hasText: "A clip of my own" }).first().click();
    const out = link("View post", dialog());
    await out.waitFor();
    expect(await out.getAttribute("href")).toContain([...youtube.videos.keys()][0]!);
    expect(youtube.made("Out on YouTube")).toBe(1);

    await dashboard.sql("update social_targets set metrics_at = now() where provider = 'youtube'");
    const { postId } = await postCalled("Out on YouTube");
    await until(
      () => dashboard.api("GET", `/social/posts/${postId}/metrics`),
      ({ body }) => JSON.stringify(body).includes("4321"),
    );
    await page.reload();
    await dialog().getByRole("list", { name: "Results" }).getByTitle("Likes: 56").waitFor();
    await page.keyboard.press("Escape");
    await link("Analytics").click();
    await page
      .getByRole("row", { name: /A clip of my own/ })
      .getByText("4.3K")
      .waitFor();
  });

  test("a product and a viral video become a plan, and the plan a video", async () => {
    await visit(page, "/");
    await link("Brand").click();
    await page.getByRole("tab", { name: "Products", exact: true }).click();
    await button("New product").click();
    await field("Name", dialog()).fill("Night Owl cold brew");
    await button("Add product", dialog()).click();
    await page.getByRole("main").getByRole("listitem").filter({ hasText: "Night Owl cold brew" }).waitFor();

    await link("Viral library").click();
    // Own posts with results are in it already.
    await button("Add videos").click();
    await page.getByRole("menuitem", { name: "Load sample library" }).click();
    await page.getByText("Sample library loaded.").waitFor();
    await page
      .getByRole("main")
      .getByRole("link", { name: /sample_/ })
      .first()
      .click();
    await link("Create plan from video").click();
    await page.getByText("Based on a viral video").waitFor();
    await until(
      () => field("Niche").inputValue(),
      (niche) => niche.length > 0,
    );
    await page.getByRole("combobox", { name: "Product", exact: true }).click();
    await option("Night Owl cold brew").click();
    await page.getByRole("textbox", { name: "Days", exact: true }).fill("1");
    await button("Create plan").click();
    const item = page.getByRole("article").first();
    await item.waitFor();
    const hook = (await item.getByRole("heading", { level: 3 }).textContent()) ?? "";
    await link("Create video", item).click();
    await pageTitle("Create");
    expect(await field("Prompt").inputValue()).toContain(hook);
  });

  test("a webhook tells another program what happens, and repeats what did not arrive", async () => {
    await visit(page, "/");
    await link("Webhooks").click();
    await button("New webhook").first().click();
    await field("URL", dialog()).fill(`${receiver.url}hook`);
    await field("Description", dialog()).fill("Shop");
    await button("Create webhook", dialog()).click();
    await page.getByText(/^whsec_/).waitFor();
    await link(/Shop/).click();
    await pageTitle("Shop");
    await button("Send test event").click();
    await page
      .getByRole("row", { name: /webhook\.test/ })
      .getByText("HTTP 200")
      .waitFor();
    expect(received.map(({ type }) => type)).toEqual(["webhook.test"]);

    isBroken = true;
    await button("Send test event").click();
    await page
      .getByRole("row", { name: /webhook\.test/ })
      .getByText("HTTP 500")
      .click({ trial: true });
    await page.getByRole("row").filter({ hasText: "HTTP 500" }).getByRole("button", { name: "webhook.test" }).click();
    await dialog().getByText("Out of order").waitFor();
    isBroken = false;
    await button("Resend", dialog()).click();
    await dialog().getByText("HTTP 200").waitFor();
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "hidden" });
  });

  test("an editor who is invited can write and save drafts, but not publish, connect or see keys", async () => {
    await visit(page, "/");
    await link("Settings").click();
    await page.getByRole("tab", { name: "People", exact: true }).click();
    await button("Invite").click();
    await dialog()
      .getByLabel(/^Email/)
      .fill("ben@example.com");
    await dialog()
      .getByRole("radio", { name: /^Editor/ })
      .click();
    await button("Create invite link", dialog()).click();
    const address = (await page.getByText(/\/accept\?token=/).textContent()) ?? "";
    const theirs = await accept(address, "Ben");

    const pages = await theirs.getByRole("navigation", { name: "Pages" }).getByRole("link").allTextContents();
    expect(pages).not.toContain("API keys");
    expect(pages).not.toContain("Webhooks");
    await link("Create", theirs.getByRole("navigation")).click();
    await button("Generate video", theirs).waitFor();
    await link("Calendar", theirs).click();
    await theirs.locator(".post-event", { hasText: "My own clip" }).first().click();
    await dialog(theirs).getByText("sandbox.instagram").first().waitFor();
    expect(await dialog(theirs).getByRole("button").allTextContents()).not.toContain("Publish now");
    await theirs.keyboard.press("Escape");
    await button("New post", theirs).click();
    await dialog(theirs).getByRole("radio", { name: "Draft" }).waitFor({ state: "attached" });
    expect(await dialog(theirs).getByRole("radio", { name: "Now" }).count()).toBe(0);
    await button("Cancel", dialog(theirs)).click();
    await link("Channels", theirs).click();
    await theirs.getByText("@uc-shop").first().waitFor();
    for (const name of ["Connect YouTube", "Sync now"]) expect(await button(name, theirs).count()).toBe(0);
    for (const path of ["/keys", "/settings/people"]) {
      await visit(theirs, path);
      await theirs.getByText("You don't have access to this page").waitFor();
    }
    expect(await button("New key", theirs).count()).toBe(0);

    // The list of people follows, without a reload. A publisher can schedule, as soon as the role is given.
    await page.getByRole("row", { name: /Ben/ }).getByRole("button", { name: "Ben: actions" }).click();
    await page.getByRole("menuitem", { name: "Make publisher" }).click();
    await page.getByText("Role changed").waitFor();
    await theirs.goto("/calendar");
    await button("New post", theirs).waitFor();

    // And after removal, the next click leads to the sign-in page.
    await page.getByRole("row", { name: /Ben/ }).getByRole("button", { name: "Ben: actions" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await button("Remove", dialog()).click();
    await page.getByText("Ben removed").waitFor();
    await link("Library", theirs).click();
    await theirs.waitForURL(/\/sign-in/);
    await theirs.context().close();
  });

  test("a new password ends the other sessions, and is the one that signs in", async () => {
    const { page: other } = await dashboard.open();
    const signIn = async (password: string) => {
      await other.getByLabel(/^Email/).fill(PERSON.email);
      await field("Password", other).fill(password);
      await button("Sign in", other).click();
    };
    await other.goto("/");
    await other.waitForURL(/\/sign-in/);
    await signIn(PERSON.password);
    await pageTitle("Home", other);
    await visit(page, "/profile");
    await field("Current password").fill(PERSON.password);
    await field("New password").fill(NEXT_PASSWORD);
    await button("Change password").click();
    await page.getByText("Password changed.").waitFor();
    await link("Calendar", other.getByRole("navigation")).click();
    await other.waitForURL(/\/sign-in/);
    await signIn(PERSON.password);
    await other.getByRole("alert").getByText("Wrong email address or password.").waitFor();
    await signIn(NEXT_PASSWORD);
    // Back to where the session ended.
    await pageTitle("Calendar", other);
    await other.context().close();
  });

  test("on a phone: a video is written, found, scheduled, moved and cancelled", async () => {
    const storageState = await page.context().storageState();
    const { page: phone } = await dashboard.open({
      ...{ storageState, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
    });
    const open = async (name: string) => {
      await button("Navigation", phone).tap();
      await link(name, phone.getByRole("navigation", { name: "Pages" })).tap();
      await pageTitle(name, phone);
    };
    await phone.goto("/");
    await open("Create");
    await field("Prompt", phone).fill("Iced tea in one minute");
    await phone.getByRole("textbox", { name: "Length (seconds)" }).fill("2");
    await choose("Resolution", "720p", phone);
    await button("Generate video", phone).tap();
    const made = phone.getByRole("article").filter({ hasText: "Iced tea in one minute" }).first();
    await link("Schedule", made).tap();
    await field("Caption", dialog(phone)).fill("From my phone");
    await dialog(phone).getByRole("checkbox", { name: "Post to sandbox.instagram" }).tap();
    await button("Schedule", dialog(phone)).tap();
    await dialog(phone).waitFor({ state: "hidden" });
    const { postId, scheduledFor } = await postCalled("From my phone");

    // Late on the last day of a week, the next full hour is in the week after.
    await phone.goto(`/calendar?date=${new Intl.DateTimeFormat("en-CA").format(scheduledFor)}`);
    await phone.locator(".post-event", { hasText: "From my phone" }).first().tap();
    const time = field("Reschedule to", dialog(phone));
    const later = await time.inputValue();
    await time.fill(later.replace(/T.*/, "T23:55"));
    await button("Reschedule", dialog(phone)).tap();
    await until(
      () => dashboard.api("GET", `/social/posts/${postId}`),
      ({ body }) => body.scheduledFor !== scheduledFor,
    );
    await button("Cancel post", dialog(phone)).tap();
    await button("Cancel post", phone.getByRole("dialog", { name: "Cancel this post?" })).tap();
    await dialog(phone).getByText("Cancelled").first().waitFor();
    await phone.keyboard.press("Escape");
    for (const name of ["Library", "Analytics", "Channels"]) {
      await open(name);
      expect(await phone.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    }
    await phone.context().close();
  });

  test("with the keyboard alone: a post is written, scheduled and published", async () => {
    await visit(page, "/");
    await pageTitle("Home");
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: "Search pages, actions and videos" }).waitFor();
    await page.keyboard.type("new post");
    await option("New post").waitFor();
    await page.keyboard.press("Enter");
    await tabTo(button(/Iced tea/, dialog()));
    await page.keyboard.press("Enter");
    await tabTo(field("Caption", dialog()));
    await page.keyboard.type("Typed, not clicked");
    await tabTo(dialog().getByRole("checkbox", { name: "Post to sandbox.instagram" }));
    await page.keyboard.press("Space");
    await tabTo(button("Schedule", dialog()));
    await page.keyboard.press("Enter");
    await dialog().waitFor({ state: "hidden" });
    const event = page.locator(".post-event", { hasText: "Typed, not clicked" }).first();
    await event.waitFor();
    await tabTo(page.locator("[tabindex='0'], a, button").filter({ has: event }).or(event).first());
    await page.keyboard.press("Enter");
    await tabTo(button("Publish now", dialog()));
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: "Publish now?" });
    await tabTo(button("Publish now", question));
    await page.keyboard.press("Enter");
    await link("View post", dialog()).waitFor();
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "hidden" });
  });

  test("no errors were logged in the console", () => {
    // Clips without spoken words have no transcript.
    expect(errors.filter((text) => !/\/transcript/.test(text))).toEqual([]);
  });
});
