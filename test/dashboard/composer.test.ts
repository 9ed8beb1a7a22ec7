/** Writing a post for many platforms: texts per channel, hashtags, pictures and text alone. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createCanvas } from "@napi-rs/canvas";
import type { Locator, Page } from "playwright-core";
import { KEY } from "#test/plugins/postiz/faults";
import { integration, OTHERS, startPostiz } from "#test/plugins/postiz/server";
import { chromium, type Dashboard, signIn, startDashboard, until, visit } from "./browser";

// biome-ignore lint/suspicious/noExplicitAny: responses are read without types
type Any = any;

let dashboard: Dashboard;
let page: Page;
let postiz: Awaited<ReturnType<typeof startPostiz>>;
beforeAll(async () => {
  if (!chromium) return;
  postiz = await startPostiz();
  postiz.integrations.push(...OTHERS.map(integration));
  dashboard = await startDashboard({ POSTIZ_API_KEY: KEY, POSTIZ_URL: postiz.url });
  ({ page } = await dashboard.open());
  await signIn(page, dashboard.setUpLink);
  await dashboard.api("POST", "/social/accounts");
});
afterAll(async () => {
  await dashboard?.stop();
  await postiz?.stop();
});

const button = (name: string | RegExp, of: Page | Locator = page) => of.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const status = () => dialog().locator(".form-footer").getByRole("status");
const post = async (content: string) => {
  const { body } = await dashboard.api("GET", "/social/posts?pageSize=100");
  return body.posts.find((each: Any) => each.content === content);
};
async function open() {
  await visit(page, "/calendar");
  await button("New post").click();
  await dialog().getByLabel("Caption", { exact: true }).waitFor();
}
const choose = (name: string) =>
  dialog()
    .getByRole("checkbox", { name: `Post to ${name}`, exact: true })
    .click();
const save = async (name: string) => {
  await button(name, dialog()).click();
  await dialog().locator(".form-footer").waitFor({ state: "hidden" });
};

describe.skipIf(!chromium)("the composer", () => {
  test("takes a text for each channel, and says before sending what a platform lacks", async () => {
    await open();
    await dialog().getByLabel("Caption", { exact: true }).fill("x".repeat(320));
    for (const name of ["shop.linkedin", "shop.linkedin-page", "shop.bluesky", "shop.pinterest"]) await choose(name);
    await status().getByText("caption for Bluesky").waitFor();
    await status().getByText("media for Pinterest, board for Pinterest").waitFor();
    await dialog()
      .getByText("Bluesky accepts at most 300 characters in a caption; this one has 320.")
      .first()
      .waitFor();
    await dialog()
      .getByRole("button", { name: /^Bluesky/ })
      .click();
    await dialog().getByLabel("Caption on Bluesky").fill("Short for Bluesky");
    await status().getByText("caption for Bluesky").waitFor({ state: "hidden" });
    await choose("shop.pinterest");
    await dialog()
      .getByRole("button", { name: /^LinkedIn/ })
      .click();
    await dialog().getByLabel("Caption on @shop.linkedin-page").fill("From the company");
    await dialog().getByText("Draft", { exact: true }).click();
    await save("Save draft");
    const { overrides, targets, media } = await post("x".repeat(320));
    const idOf = (platform: string, index = 0) =>
      targets.filter((target: Any) => target.platform === platform)[index].accountId;
    const { body } = await dashboard.api("GET", "/social/accounts");
    const company = body.accounts.find((account: Any) => account.username === "shop.linkedin-page").accountId;
    expect([idOf("linkedin"), idOf("linkedin", 1)]).toContain(company);
    expect(overrides).toEqual({
      bluesky: { content: "Short for Bluesky" },
      [company]: { content: "From the company" },
    });
    expect(media).toEqual([]);
  });

  test("opens the texts again, and sends a post that is text only", async () => {
    const { postId } = await post("x".repeat(320));
    await visit(page, `/calendar?post=${postId}`);
    await dialog().getByText("From the company").waitFor();
    await button("Edit", dialog()).click();
    await dialog().getByLabel("Caption", { exact: true }).fill("Only words");
    await dialog().getByText("Now", { exact: true }).click();
    await save("Publish now");
    await until(
      async () => (await dashboard.api("GET", `/social/posts/${postId}`)).body.status,
      (state) => state === "published",
    );
    const texts = postiz.calls
      .filter(({ route }) => route === "POST /posts")
      .map(({ body }) => (body as Any).posts[0].value[0]);
    expect(texts.map(({ content }: Any) => content).sort()).toEqual([
      "<p>From the company</p>",
      "<p>Only words</p>",
      "<p>Short for Bluesky</p>",
    ]);
    expect(texts.every(({ image }: Any) => image.length === 0)).toBe(true);
  });

  test("asks for the settings that a platform declares", async () => {
    await open();
    await dialog().getByLabel("Caption", { exact: true }).fill("On a board");
    await choose("shop.pinterest");
    await dialog()
      .getByRole("button", { name: /^Pinterest/ })
      .click();
    await dialog().getByRole("textbox", { name: "Board" }).fill("12345");
    await dialog().getByRole("textbox", { name: "Link" }).fill("https://coldbrew.example");
    await status().getByText("To complete: media for Pinterest").waitFor();
    await dialog().getByText("Draft", { exact: true }).click();
    await save("Save draft");
    expect((await post("On a board")).overrides).toEqual({
      pinterest: { board: "12345", link: "https://coldbrew.example" },
    });
  });

  test("inserts hashtags of the workspace with two clicks", async () => {
    await visit(page, "/channels");
    await button("New hashtags or caption").click();
    await dialog().getByLabel(/^Name/).fill("Summer");
    await dialog()
      .getByRole("textbox", { name: /^Hashtags/ })
      .fill("coldbrew");
    await button("Save", dialog()).click();
    await dialog().getByText("Must be hashtags").waitFor();
    await dialog()
      .getByRole("textbox", { name: /^Hashtags/ })
      .fill("#coldbrew #summer");
    await save("Save");
    await page.getByRole("cell", { name: "#coldbrew #summer" }).waitFor();
    await open();
    await dialog().getByLabel("Caption", { exact: true }).fill("Fresh today #ColdBrew");
    await button("Insert", dialog()).click();
    await page.getByRole("menuitem", { name: "Summer" }).click();
    expect(await dialog().getByLabel("Caption", { exact: true }).inputValue()).toBe("Fresh today #ColdBrew #summer");
    await page.keyboard.press("Escape");
    await button("Discard").click();
  });

  test("takes pictures in an order, which the calendar and the post show", async () => {
    await open();
    await dialog().getByText("New file", { exact: true }).click();
    const draw = (name: string, color: string) => {
      const canvas = createCanvas(300, 300);
      const pen = canvas.getContext("2d");
      pen.fillStyle = color;
      pen.fillRect(0, 0, 300, 300);
      return { name, mimeType: "image/jpeg", buffer: canvas.toBuffer("image/jpeg") };
    };
    await dialog()
      .locator("input[type=file]")
      .setInputFiles([draw("red.jpg", "#c00"), draw("blue.jpg", "#00c")]);
    await dialog().getByText("Media (2 items)").waitFor();
    await dialog().getByText("Uploads", { exact: true }).click();
    await dialog().getByRole("button", { name: "blue.jpg", pressed: true }).waitFor();
    await button("Done", dialog()).click();
    await button("Picture 2: move forward", dialog()).click();
    await button("Add alt text", dialog()).click();
    await dialog().getByLabel("Alt text of picture 2").fill("A red square");
    await choose("sandbox.instagram");
    await choose("sandbox.youtube");
    await dialog().getByText("Instagram: up to 10 pictures and videos. YouTube: a video").waitFor();
    await dialog().getByText("YouTube accepts no pictures in a post; this one has 2.").first().waitFor();
    await choose("sandbox.youtube");
    await dialog().getByLabel("Caption", { exact: true }).fill("Two colors");
    await button("Next", dialog()).click();
    await dialog().getByText("2 / 2").waitFor();
    await save("Schedule");
    const { media, postId } = await post("Two colors");
    const { body } = await dashboard.api("GET", "/uploads");
    const nameOf = ({ url }: Any) => body.uploads.find((upload: Any) => upload.url === url).fileName;
    const names = media.map(nameOf);
    expect(names.toSorted()).toEqual(["blue.jpg", "red.jpg"]);
    expect(media.map(({ altText }: Any) => altText)).toEqual([undefined, "A red square"]);
    const tile = page.locator(".post-event", { hasText: "Two colors" }).first();
    await tile.locator("img.post-thumb").waitFor();
    await tile.click();
    await dialog().getByRole("img", { name: "A red square" }).waitFor();
    await button("Edit", dialog()).click();
    await button("Picture 1: remove picture", dialog()).click();
    await save("Save");
    const { body: after } = await dashboard.api("GET", `/social/posts/${postId}`);
    expect(after.media.map(nameOf)).toEqual([names[1]]);
    expect(after.media[0].altText).toBe("A red square");
  });

  test("starts with an image of the library", async () => {
    const { imageId } = (await dashboard.api("POST", "/images/generate", { prompt: "Fresh loaves" })).body;
    await until(
      () => dashboard.api("GET", `/images/${imageId}`),
      ({ body }) => body.status === "completed",
    );
    await visit(page, `/library/image/${imageId}`);
    await page.getByRole("link", { name: "Schedule", exact: true }).click();
    await dialog().getByRole("img", { name: "Picture 1" }).waitFor();
    // One item has no order.
    expect(await dialog().getByRole("button", { name: "Picture 1: move back" }).count()).toBe(0);
    await button("Cancel", dialog()).click();
  });

  test("a post that failed on a channel is edited and posted there again, and waits while offline", async () => {
    const { body } = await dashboard.api("GET", "/social/accounts");
    const idOf = (name: string) => body.accounts.find((account: Any) => account.username === name).accountId;
    const { body: failing } = await dashboard.api("POST", "/social/posts", {
      ...{ videoUrl: "https://example.com/clip.mp4", mode: "now", content: "Try this #sandbox-fail:instagram" },
      accountIds: [idOf("sandbox.instagram"), idOf("sandbox.youtube")],
    });
    await until(
      async () => (await dashboard.api("GET", `/social/posts/${failing.postId}`)).body.status,
      (state) => state === "partial",
    );
    await visit(page, `/calendar?post=${failing.postId}`);
    await button("Edit and post again", dialog()).click();
    await dialog().getByLabel("Caption", { exact: true }).fill("Try that");
    await dialog().getByText("Draft", { exact: true }).click();
    await page.context().setOffline(true);
    await button("Save draft", dialog()).click();
    await dialog().getByText("You are offline. The post is saved once you are back online.").waitFor();
    await page.context().setOffline(false);
    await dialog().locator(".form-footer").waitFor({ state: "hidden" });
    expect((await post("Try that")).accountIds).toEqual([idOf("sandbox.instagram")]);
  });
});
