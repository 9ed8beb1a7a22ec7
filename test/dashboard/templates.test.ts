/** Templates on the page Create: the gallery, a form made from the fields, and an own template of a storyboard. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromium, type Dashboard, generateSmall, signIn, startDashboard, visit } from "./browser";

let dashboard: Dashboard;
let page: Page;
let errors: string[];

beforeAll(async () => {
  if (!chromium) return;
  dashboard = await startDashboard();
  ({ page, errors } = await dashboard.open());
  await signIn(page, dashboard.setUpLink);
  await generateSmall(page);
});
afterAll(() => dashboard?.stop());

const button = (name: string) => page.getByRole("button", { name });
const newest = async () => (await dashboard.api("GET", "/videos?pageSize=1")).body.videos[0];

describe.skipIf(!chromium)("templates", () => {
  test("a form asks for the fields of the chosen one, and shows the API's errors at them", async () => {
    await visit(page, "/create");
    await page.getByRole("link", { name: "Start from a template" }).click();
    await page.getByRole("link", { name: "Customer voice" }).click();
    await page.getByLabel("What they say").fill("Best bread in town.");
    await button("Generate video").click();
    await page.getByText("This field is required").waitFor();
    await page.getByLabel("Who says it").fill("Marta");
    await page.getByLabel("Web address").fill("not a site");
    await button("Generate video").click();
    await page.getByText("Must be a web address").waitFor();
    // The browser logs the 400.
    expect(errors.splice(0)).toHaveLength(1);
    await page.getByLabel("Web address").fill("bread.example");
    await page.getByLabel("Call to action").fill("");
    await page.getByRole("radiogroup", { name: "Aspect ratio" }).getByText("1:1").click();
    await button("Generate video").click();
    await page.getByRole("article", { name: "Best bread in town." }).waitFor();
    expect(await newest()).toMatchObject({
      ...{ templateId: "tpl_testimonial", aspectRatio: "1:1", title: "Best bread in town." },
      scenes: [{ kind: "quote", text: "Best bread in town.", subtext: "Marta" }],
    });
  });

  test("a storyboard is saved as one, whose fields have its texts as defaults", async () => {
    const scenes = [
      { kind: "hook", text: "Fresh rolls" },
      { kind: "price", text: "Ten of them", price: { now: "€4" } },
    ];
    const { body } = await dashboard.api("POST", "/videos/generate", { scenes, duration: 4, resolution: "720p" });
    await visit(page, `/library/video/${body.videoId}`);
    await button("Save as template").click();
    await page.getByRole("dialog").getByLabel("Name").fill("Rolls");
    await button("Save").last().click();
    await page.getByText("Template saved").waitFor();
    await visit(page, "/create?kind=video&template=");
    await page.getByRole("link", { name: /^Rolls/ }).click();
    await page.getByLabel("Scene 1", { exact: true }).fill("Fresh bread");
    await button("Generate video").click();
    await page.getByRole("article", { name: "Fresh bread" }).waitFor();
    expect((await newest()).scenes).toMatchObject([
      { text: "Fresh bread" },
      { text: "Ten of them", price: { now: "€4" } },
    ]);
    await visit(page, `/create?kind=video&template=${(await newest()).templateId}`);
    await button("Delete").click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("link", { name: "Customer voice" }).waitFor();
    await page.getByRole("link", { name: /^Rolls/ }).waitFor({ state: "detached" });
    expect(errors).toEqual([]);
  });
});
