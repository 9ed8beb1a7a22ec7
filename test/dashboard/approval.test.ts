/** An editor writes, a publisher decides, and a client looks on. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromium, type Dashboard, PERSON, signIn, startDashboard, until, visit } from "./browser";

let dashboard: Dashboard;
let page: Page;
let editor: Page;
beforeAll(async () => {
  if (!chromium) return;
  dashboard = await startDashboard();
  ({ page } = await dashboard.open());
  await signIn(page, dashboard.setUpLink);
  await dashboard.api("POST", "/social/accounts");
  const { body } = await dashboard.api("POST", "/people/invitations", { email: "ben@example.com", role: "editor" });
  ({ page: editor } = await dashboard.open());
  await editor.goto(body.link);
  await editor.getByLabel("Your name").fill("Ben");
  await editor.getByLabel(/^Password/).fill(PERSON.password);
  await editor.locator("[type=submit]").click();
  await editor.getByRole("heading", { level: 1, name: "Home" }).waitFor();
});
afterAll(() => dashboard?.stop());

const button = (name: string | RegExp, of: Page = page) => of.getByRole("button", { name, exact: true });

/** Fills in the composer. */
async function compose(of: Page, caption: string): Promise<void> {
  const dialog = of.getByRole("dialog");
  await dialog.getByText("URL", { exact: true }).click();
  await dialog.getByLabel("URL of a video or picture").fill("https://example.com/clip.mp4");
  await dialog.getByRole("button", { name: "Use", exact: true }).click();
  await dialog.getByLabel(/^Caption/).fill(caption);
  await dialog
    .getByRole("checkbox", { name: /^Post to/ })
    .last()
    .click();
}

describe.skipIf(!chromium)("approval", () => {
  test("without it, an editor saves drafts and is offered nothing else", async () => {
    await visit(editor, "/calendar");
    await button("New post", editor).click();
    await compose(editor, "First draft");
    const dialog = editor.getByRole("dialog");
    expect(await dialog.getByRole("radio", { name: "Schedule" }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Save draft" }).click();
    await editor.getByText("Draft saved").waitFor();
  });

  test("a manager turns it on; from then on an editor asks", async () => {
    await visit(page, "/settings/workspace");
    await page.getByRole("radio", { name: "Editors" }).click();
    await page.getByText("Approval saved").waitFor();
    await editor.reload();
    await button("New post", editor).click();
    await compose(editor, "Sale on Friday");
    await editor.getByRole("dialog").getByText("Now", { exact: true }).click();
    await button("Ask for approval", editor).click();
    await editor.getByText("Post needs approval").waitFor();
  });

  test("the publisher sees it at home, asks for changes, and the editor reads why", async () => {
    await visit(page, "/");
    await page.getByText("ben@example.com asks for your approval.").waitFor();
    await page.getByRole("link", { name: "Open in calendar" }).first().click();
    await button("Ask for changes").click();
    await page.getByLabel(/^What should change/).fill("Say which shop");
    await page.getByRole("dialog").getByRole("button", { name: "Ask for changes" }).last().click();
    await page.getByText("Changes requested by").waitFor();
    const { body } = await dashboard.api("GET", "/social/posts?status=draft");
    const { postId } = body.posts.find(({ content }: { content: string }) => content === "Sale on Friday");
    await editor.goto(`/calendar?post=${postId}`);
    await editor.getByText("Say which shop").waitFor();
    await button("Ask for approval", editor).click();
    await editor.getByText("Waiting for approval").waitFor();
  });

  test("a client gets a link, comments, and approves on a phone; nothing is published before", async () => {
    const { body } = await dashboard.api("GET", "/social/posts?status=needs_approval");
    const [{ postId }] = body.posts;
    await page.goto(`/calendar?post=${postId}`);
    await button("Send to a client").click();
    const dialog = page.getByRole("dialog").last();
    await dialog.getByLabel(/^Name/).fill("Maya");
    await dialog.getByLabel(/^Email/).fill("maya@bakery.example");
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await page
      .getByText(/\/review\//)
      .first()
      .textContent();
    const { page: client } = await dashboard.open({ viewport: { width: 390, height: 800 } });
    await client.goto(link?.trim() ?? "");
    await client.getByText("Sale on Friday").first().waitFor();
    expect((await dashboard.api("GET", `/social/posts/${postId}`)).body.status).toBe("needs_approval");
    await client.getByText("Approve", { exact: true }).click();
    await client.getByLabel("Your name").first().fill("Maya");
    await client.getByRole("button", { name: "Approve this post" }).click();
    const approved = await until(
      () => dashboard.api("GET", `/social/posts/${postId}`),
      ({ body }) => body.approval.state === "approved",
    );
    expect(approved.body.approval.decisions.at(-1)).toMatchObject({ by: "Maya", via: "link", decision: "approved" });
    await client.context().close();
    await page.screenshot({ path: "/tmp/shot-approval.png" });
  });
});
