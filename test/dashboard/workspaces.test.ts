/** A manager of several brands: one person, a workspace for each client, in several tabs. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromium, type Dashboard, PERSON, signIn, startDashboard, visit } from "./browser";

let dashboard: Dashboard;
let page: Page;
let errors: string[];
const headers = { "x-vireo-dashboard": "1" };
beforeAll(async () => {
  if (!chromium) return;
  dashboard = await startDashboard();
  ({ page, errors } = await dashboard.open());
  await signIn(page, dashboard.setUpLink);
});
afterAll(() => dashboard?.stop());

const OWN = `${PERSON.name}'s workspace`;
const named = (name: string, of: Page = page) => of.getByRole("button", { name: `Workspace: ${name}`, exact: true });
const item = (name: string, of: Page = page) => of.getByRole("menuitem", { name, exact: true });

async function switchTo(from: string, to: string, of: Page = page): Promise<void> {
  await named(from, of).click();
  await item(to, of).click();
  await named(to, of).waitFor();
}

/** A red pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

describe.skipIf(!chromium)("somebody with several workspaces", () => {
  test("creates one for a client, and is in it at once, as its manager", async () => {
    await named(OWN).click();
    await item("New workspace").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Name/).fill("Bakery");
    await dialog.getByRole("button", { name: "Create workspace" }).click();
    await named("Bakery").waitFor();
    await visit(page, "/settings/people");
    await page.getByRole("cell", { name: /^Ann Miller You/ }).waitFor();
    await page.getByRole("cell", { name: "Manager", exact: true }).waitFor();
    // The server is ruled from the owner's workspace.
    expect(await page.getByRole("tab", { name: "Vendors" }).count()).toBe(0);
    expect(errors.filter((text) => text.includes("403"))).toEqual([]);
  });

  test("gives it a name and a color", async () => {
    await named("Bakery").click();
    await item("Workspace settings").click();
    await page.getByLabel(/^Name/).fill("Corner Bakery");
    const field = page.getByLabel(/^Color/);
    // A new workspace has a color that its manager's others don't have.
    await field.fill("");
    await field.pressSequentially("#b91c1c");
    await field.press("Backspace");
    await field.press("Tab");
    // The last complete color stays.
    expect(await field.inputValue()).toBe("#b91c1c");
    await page.locator("input[type=file]").setInputFiles({
      ...{ name: "logo.png", mimeType: "image/png" },
      buffer: Buffer.from(PIXEL, "base64"),
    });
    await page.getByRole("button", { name: "Change picture" }).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await named("Corner Bakery").waitFor();
    await named("Corner Bakery").locator("img[src^='data:image/webp']").waitFor();
    const color = await page.evaluate(() => document.documentElement.style.getPropertyValue("--workspace-color"));
    expect(color).toBe("#b91c1c");
  });

  test("works in two tabs at once: each keeps its workspace, also after a reload", async () => {
    const other = await page.context().newPage();
    await other.goto(`${dashboard.origin}/`);
    // A new tab opens the workspace that was chosen last.
    await named("Corner Bakery", other).waitFor();
    await switchTo("Corner Bakery", OWN, other);
    const create = async (tab: Page, name: string) => {
      await visit(tab, "/brand/personas");
      await tab.getByRole("button", { name: "New persona" }).first().click();
      const dialog = tab.getByRole("dialog");
      await dialog.getByLabel(/^Name/).fill(name);
      await dialog.getByLabel(/^Description/).fill("Somebody");
      await dialog.locator("[type=submit]").click();
      await dialog.waitFor({ state: "detached" });
    };
    await create(page, "Baker");
    await create(other, "Owner");
    await page.reload();
    await other.reload();
    await named("Corner Bakery").waitFor();
    await named(OWN, other).waitFor();
    await page.getByText("Baker", { exact: true }).first().waitFor();
    await other.getByText("Owner", { exact: true }).first().waitFor();
    expect([await page.getByText("Owner", { exact: true }).count(), await other.getByText("Baker").count()]).toEqual([
      0, 0,
    ]);
    await other.close();
  });

  test("switches with Ctrl K", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: /Search pages/ }).fill("miller");
    await page.getByRole("option", { name: OWN }).click();
    await named(OWN).waitFor();
    await visit(page, "/settings/vendors");
    await page.getByRole("tab", { name: "Vendors" }).waitFor();
  });

  test("creates the next one from a client's workspace, in a color of its own", async () => {
    for (const name of ["Iron Gym", "Hale & Partners"]) {
      await page.getByRole("button", { name: /^Workspace:/ }).click();
      await item("New workspace").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(/^Name/).fill(name);
      await dialog.getByRole("button", { name: "Create workspace" }).click();
      await named(name).waitFor();
    }
    await named("Hale & Partners").getByText("HP", { exact: true }).waitFor();
    const { workspaces } = await (await page.request.get("/auth/workspaces", { headers })).json();
    const colors = workspaces.flatMap(({ color }: { color?: string }) => color ?? []);
    expect([colors.length >= 2, new Set(colors).size]).toEqual([true, colors.length]);
  });

  test("finds their profile in the account menu: it belongs to no workspace", async () => {
    await page.getByRole("button", { name: /account menu/ }).click();
    await item("Profile").click();
    await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
    await page.getByRole("region", { name: "Sessions" }).waitFor();
    expect(await page.getByRole("tab").count()).toBe(0);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("tab", { name: "Workspace", selected: true }).waitFor();
    expect(await page.getByRole("tab", { name: "Profile" }).count()).toBe(0);
    // The address of earlier versions.
    await page.goto("/settings/profile");
    await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
  });

  test("reads the whole name of the workspace on a phone, in the list too, and whole tiles at home", async () => {
    const { workspaces } = await (await page.request.get("/auth/workspaces", { headers })).json();
    const gym = workspaces.find(({ name }: { name: string }) => name === "Iron Gym");
    await dashboard.api("PATCH", `/accounts/${gym.accountId}`, {
      name: "Iron Gym Friedrichshain & Partners International",
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    const name = page.getByRole("banner").getByText("Hale & Partners");
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth;
    expect(await name.evaluate(isCut)).toBe(false);
    await named("Hale & Partners").click();
    await item("Iron Gym Friedrichshain & Partners International").waitFor();
    expect(
      await page
        .locator("[role=menu], [role=menu] *")
        .evaluateAll(
          (all) =>
            all.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && !one.closest("svg"))
              .length,
        ),
    ).toBe(0);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1280, height: 800 });
    const tiles = page.getByRole("region", { name: "Your workspaces" }).getByRole("button");
    await tiles.first().waitFor();
    const wide = await tiles.evaluateAll((all) => all.filter((tile) => tile.scrollWidth > tile.clientWidth).length);
    expect(wide).toBe(0);
    await switchTo("Hale & Partners", OWN);
  });

  test("reads on a phone that a change is saved, with the buttons of the page free", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, "/settings/workspace");
    await page.getByLabel(/^Color/).fill("#0f766e");
    await page.getByLabel(/^Color/).press("Tab");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const toast = await page.getByText("Workspace saved").boundingBox();
    expect(toast!.y).toBeLessThan(100);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("is invited by the address that they have, and joins with a click after signing in", async () => {
    const { page: theirs } = await dashboard.open();
    const invite = async (email: string, workspace: string) => {
      const { body: accounts } = await dashboard.api("GET", "/accounts");
      const { accountId } = accounts.accounts.find(({ name }: { name: string }) => name === workspace);
      return (await dashboard.api("POST", "/people/invitations", { email, accountId, role: "editor" })).body.link;
    };
    await theirs.goto(await invite("ben@example.com", OWN));
    await theirs.getByLabel("Your name").fill("Ben");
    await theirs.getByLabel(/^Password/).fill(PERSON.password);
    await theirs.locator("[type=submit]").click();
    await named(OWN, theirs).waitFor();

    const link = await invite("ben@example.com", "Corner Bakery");
    // In another browser, where nobody is signed in.
    const { page: elsewhere } = await dashboard.open();
    await elsewhere.goto(link);
    await elsewhere.getByRole("link", { name: "Sign in as ben@example.com" }).click();
    await elsewhere.getByLabel(/^Email/).fill("ben@example.com");
    await elsewhere.getByLabel(/^Password/).fill(PERSON.password);
    await elsewhere.locator("[type=submit]").click();
    await elsewhere.getByRole("button", { name: "Join as Ben" }).click();
    await named("Corner Bakery", elsewhere).waitFor();
    await switchTo("Corner Bakery", OWN, elsewhere);

    // Somebody else's browser offers to sign in instead.
    const again = await invite("new@example.com", OWN);
    await page.goto(again);
    await page.getByLabel("Your name").waitFor();
    await Promise.all([theirs.context().close(), elsewhere.context().close()]);
  });

  test("who is removed from the workspace of a tab goes on in another", async () => {
    await page.goto(`${dashboard.origin}/`);
    await switchTo(OWN, "Corner Bakery");
    const { body: me } = await dashboard.api("GET", "/people");
    const ann = me.people.find(({ email }: { email: string }) => email === PERSON.email);
    const { accountId } = ann.workspaces.find(({ name }: { name: string }) => name === "Corner Bakery");
    await dashboard.api("DELETE", `/people/${ann.personId}/workspaces/${accountId}`);
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await named(OWN).waitFor();
  });

  test("nothing is logged as an error", () => {
    expect(errors.filter((text) => !/40[0-9]/.test(text))).toEqual([]);
  });
});
