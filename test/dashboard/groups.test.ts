/** An agency with many channels. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromium, type Dashboard, signIn, startDashboard, visit } from "./browser";

let dashboard: Dashboard;
let page: Page;
beforeAll(async () => {
  if (!chromium) return;
  dashboard = await startDashboard();
  ({ page } = await dashboard.open());
  await signIn(page, dashboard.setUpLink);
  await dashboard.api("POST", "/social/accounts");
  // 36 channels: twelve clients on three platforms.
  await dashboard.sql(`insert into social_accounts (id, account_id, platform, provider, external_id, username, status)
    select gen_random_uuid(), account_id, platform, provider, external_id || n, 'client' || n || '.' || platform, 'active'
    from social_accounts, generate_series(1, 11) as n`);
});
afterAll(() => dashboard?.stop());

const button = (name: string | RegExp, of = page.locator("body")) => of.getByRole("button", { name, exact: true });

describe.skipIf(!chromium)("groups of channels", () => {
  test("are made on the page of channels", async () => {
    await visit(page, "/channels");
    await button("New group").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Name/).fill("Client 7");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Select at least one channel").waitFor();
    const channels = dialog.getByLabel(/^Channels/).first();
    for (const platform of ["TikTok", "Instagram", "YouTube"]) {
      await channels.fill("client7.");
      await page.getByRole("option", { name: `client7.${platform.toLowerCase()}, ${platform}` }).click();
    }
    await page.keyboard.press("Tab");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("cell", { name: "Client 7", exact: true }).waitFor();
  });

  test("select all channels of a client with one click in a new post, and the search finds one", async () => {
    await visit(page, "/calendar");
    await button("New post").click();
    const dialog = page.getByRole("dialog");
    const group = dialog.getByRole("button", { name: "Client 7", exact: true });
    await group.click();
    await dialog.getByText("Channels (3 selected)").waitFor();
    expect(await group.getAttribute("aria-pressed")).toBe("true");
    await dialog.getByRole("textbox", { name: "Search channels" }).fill("client11.tiktok");
    const choices = dialog.getByRole("checkbox", { name: /^Post to/ });
    // The selected ones stay in view.
    expect(await choices.count()).toBe(4);
    await dialog.getByRole("checkbox", { name: "Post to client11.tiktok" }).click();
    await dialog.getByText("Channels (4 selected)").waitFor();
    await group.click();
    await dialog.getByText("Channels (4 selected)").waitFor({ state: "detached" });
    const { height } = (await dialog.boundingBox())!;
    expect(height).toBeLessThan(1_800);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
  });

  test("have names of any length and direction, which leave the buttons of a phone in sight", async () => {
    await dashboard.sql(`update social_accounts set display_name = case username
      when 'client3.tiktok' then 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
      when 'client4.tiktok' then 'مخبز الياسمين في برلين' end`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/channels");
    const times = button("Posting times of client3.tiktok");
    await times.waitFor();
    const { x, width } = (await times.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(390);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("filter the calendar", async () => {
    const { body } = await dashboard.api("GET", "/social/accounts");
    const idOf = (name: string) =>
      body.accounts.find(({ username }: { username: string }) => username === name).accountId;
    const scheduledFor = Date.now() + 3_600_000;
    const draft = { videoUrl: "https://example.com/clip.mp4", mode: "schedule", scheduledFor };
    for (const name of ["client7.youtube", "client8.youtube"]) {
      await dashboard.api("POST", "/social/posts", { ...draft, content: `For ${name}`, accountIds: [idOf(name)] });
    }
    // An hour from now can be in the next week.
    await visit(page, `/calendar?view=list&date=${new Intl.DateTimeFormat("en-CA").format(scheduledFor)}`);
    await page.getByText("For client8.youtube").first().waitFor();
    await page.getByLabel("Group", { exact: true }).first().click();
    await page.getByRole("option", { name: "Client 7" }).click();
    await page.getByText("For client8.youtube").first().waitFor({ state: "detached" });
    await page.getByText("For client7.youtube").first().waitFor();
    // Each channel names its platform, because a client has the same name on all of them.
    await page.getByRole("combobox", { name: "Channel", exact: true }).click();
    await page.getByRole("option", { name: "client7.youtube, YouTube", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    expect(new URL(page.url()).searchParams.get("group")).toBe("Client 7");
  });
});
