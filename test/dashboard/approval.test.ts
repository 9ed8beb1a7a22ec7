/** An editor writes, a publisher decides, and a client looks on. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromium, type Dashboard, PERSON, signIn, startDashboard, until, visit } from "./browser";

let dashboard: Dashboard;
let page: Page;
let editor: Page;
const headers = { "x-vireo-dashboard": "1" };
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
    // What the decision is about comes before it.
    const top = async (name: "Approve" | "Sale on Friday") =>
      (await page.getByRole("dialog").getByText(name, { exact: true }).last().boundingBox())!.y;
    expect(await top("Sale on Friday")).toBeLessThan(await top("Approve"));
    await button("Ask for changes").click();
    await page.getByLabel(/^What should change/).fill("Say which shop");
    await page.getByRole("dialog").getByRole("button", { name: "Ask for changes" }).last().click();
    await page.getByText("Changes requested by").waitFor();
    const { body } = await dashboard.api("GET", "/social/posts?status=draft");
    const { postId } = body.posts.find(({ content }: { content: string }) => content === "Sale on Friday");
    await editor.goto(`/calendar?post=${postId}`);
    await editor.getByText("Say which shop").waitFor();
    await editor.getByText("Changes requested", { exact: true }).first().waitFor();
    await button("Ask for approval", editor).click();
    await editor.getByText("Waiting for approval").waitFor();
  });

  test("a post that is asked for again keeps its time, also from the form", async () => {
    const { body } = await dashboard.api("GET", "/social/accounts");
    const { accountId } = body.accounts.find(({ platform }: { platform: string }) => platform === "instagram");
    const scheduledFor = new Date().setHours(9, 0, 0, 0) + 5 * 86_400_000;
    const video = { videoUrl: "https://example.com/clip.mp4", accountIds: [accountId] };
    const plan = { ...video, content: "Rolls on Sunday", mode: "schedule", scheduledFor };
    const { postId } = await editor.request.post("/api/v1/social/posts", { data: plan, headers }).then((r) => r.json());
    const read = async () => (await dashboard.api("GET", `/social/posts/${postId}`)).body;
    const reject = () => dashboard.api("POST", `/social/posts/${postId}/reject`, { comment: "Say the price" });
    await reject();
    await editor.goto(`/calendar?post=${postId}`);
    await button("Ask for approval", editor).click();
    await editor.getByRole("dialog").getByText("Waiting for approval").waitFor();
    expect(await read()).toMatchObject({ status: "needs_approval", scheduledFor });
    await reject();
    await editor.getByRole("dialog").getByText("Changes requested", { exact: true }).waitFor();
    await button("Edit", editor).click();
    await editor
      .getByRole("dialog")
      .getByLabel(/^Caption/)
      .fill("Rolls, 50 cents");
    await editor.getByRole("dialog").getByRole("button", { name: "Ask for approval" }).click();
    const again = await until(read, ({ content }) => content === "Rolls, 50 cents");
    expect(again).toMatchObject({ status: "needs_approval", scheduledFor });
    // Before it is scheduled, no channel is said to be.
    await editor.goto(`/calendar?post=${postId}`);
    await editor.getByText("Waiting for approval").waitFor();
    expect(await editor.getByRole("dialog").getByText("Scheduled", { exact: true }).count()).toBe(0);
  });

  test("a comment reaches whoever looks at the post, and the bell names it", async () => {
    const { body } = await dashboard.api("GET", "/social/posts?status=needs_approval");
    const { postId } = body.posts.find(({ content }: { content: string }) => content === "Rolls, 50 cents");
    await editor.goto(`/calendar?post=${postId}`);
    await editor.getByText("Waiting for approval").waitFor();
    await dashboard.api("POST", `/social/posts/${postId}/comments`, { text: "Which rolls?", visibility: "team" });
    await editor.getByRole("dialog").getByText("Which rolls?").waitFor();
    await editor.getByRole("dialog").getByText("Waiting for approval").waitFor();
    await editor.keyboard.press("Escape");
    await editor.getByRole("button", { name: /^Notifications/ }).click();
    const item = editor.getByRole("listitem").filter({ hasText: "New comment" });
    await item.getByText("Which rolls?").waitFor();
    await item.getByRole("link", { name: "New comment" }).click();
    await editor.getByRole("dialog").getByText("Which rolls?").waitFor();
    await dashboard.api("DELETE", `/social/posts/${postId}`);
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
  });

  test("home counts many posts that wait, and shows what has to change", async () => {
    const { body } = await dashboard.api("GET", "/social/accounts");
    const { accountId } = body.accounts.find(({ platform }: { platform: string }) => platform === "instagram");
    const ids: string[] = [];
    for (const day of [2, 3, 4, 5]) {
      const scheduledFor = Date.now() + day * 86_400_000;
      const post = {
        videoUrl: "https://example.com/clip.mp4",
        accountIds: [accountId],
        mode: "schedule",
        scheduledFor,
      };
      const data = { ...post, content: `Bread of day ${day}` };
      ids.push((await (await editor.request.post("/api/v1/social/posts", { data, headers })).json()).postId);
    }
    await dashboard.api("POST", `/social/posts/${ids[3]}/reject`, { comment: "Show the crust" });
    await page.goto("/");
    const required = page.getByRole("region", { name: "Action required" });
    await required.getByRole("link", { name: "3 posts need approval" }).waitFor();
    await editor.goto("/");
    await editor.getByText("Show the crust").waitFor();
    await editor.getByRole("link", { name: "Bread of day 5" }).waitFor();
  });
});
