/** Clips of a long video, from the form to the calendar. One server and one window for all. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import axe, { type AxeResults } from "axe-core";
import type { Locator, Page } from "playwright-core";
import type { Interval } from "#sdk/captions/align";
import { spreadWords } from "#sdk/captions/words";
import { ADMIN } from "#test/app";
import { scratch } from "#test/plugins/local/edit-clips";
import { film, toSrt } from "#test/plugins/local/moments/film";
import { plant } from "#test/plugins/local/moments/talks";
import { chromium, type Dashboard, signIn, startDashboard, until, visit } from "./browser";

// biome-ignore lint/suspicious/noExplicitAny: bodies of responses
type Json = any;

const talk = plant("en", 7, 12);
const folder = scratch();

let dashboard: Dashboard;
let page: Page;
let errors: string[];
let videoId: string;
let clipsId: string;

beforeAll(async () => {
  if (!chromium) return;
  dashboard = await startDashboard();
  ({ page, errors } = await dashboard.open());
  await signIn(page, dashboard.setUpLink);
  await dashboard.api("POST", "/social/accounts");
  const form = new FormData();
  form.append("file", Bun.file(await film(talk, join(folder, "talk.mp4"))), "Talk about pricing.mp4");
  const headers = { authorization: `Bearer ${ADMIN}` };
  const response = await fetch(`${dashboard.origin}/api/v1/upload`, { method: "POST", headers, body: form });
  ({ videoId } = (await response.json()) as Json);
});
afterAll(() => dashboard?.stop());

const button = (name: string | RegExp) => page.getByRole("button", { name });
const timeline = () => page.getByRole("region", { name: "Timeline" });
const blocks = () => timeline().getByRole("button");
const row = (title: string) =>
  page.getByRole("region", { name: "Moments" }).getByRole("listitem").filter({ hasText: title });
const readSearch = async (): Promise<Json> => (await dashboard.api("GET", `/clips/${clipsId}`)).body;
const readVideo = async (id: string): Promise<Json> => (await dashboard.api("GET", `/videos/${id}`)).body;

describe.skipIf(!chromium)("clips of a long video", () => {
  test("a form asks for what the API needs, and shows its errors at the fields", async () => {
    await visit(page, `/library/video/${videoId}`);
    await page.getByRole("link", { name: "Make clips" }).click();
    await page.getByRole("heading", { level: 1, name: "Make clips" }).waitFor();
    await page.getByLabel("Minimum length").fill("150");
    await page.getByLabel("Maximum length").fill("60");
    await button("Find clips").click();
    await page.getByText("Must not be less than the minimum length").waitFor();
    await page.getByLabel("Maximum length").fill("180");
    await button("Find clips").click();
    await page.getByText("which is less than twice minSeconds").waitFor();
    expect(page.url()).toContain(`/clips/new?video=${videoId}`);
  });

  test("the search is started as it was described, at the price that was shown", async () => {
    await page.getByLabel("Clips", { exact: true }).fill("2");
    await page.getByText("About 9 credits").waitFor();
    await page.getByLabel("Minimum length").fill("15");
    await page.getByLabel("Maximum length").fill("50");
    await page.getByLabel("What to look for").fill("The part about pricing");
    await page.getByRole("combobox", { name: "Keywords" }).fill("mortgage");
    await page.keyboard.press("Enter");
    await page.getByRole("radiogroup", { name: "Aspect ratio" }).getByText("1:1").click();
    await page.getByRole("combobox", { name: "Caption style" }).click();
    await page.getByRole("option", { name: "Karaoke" }).click();
    const srt = { name: "talk.srt", mimeType: "application/x-subrip", buffer: Buffer.from(toSrt(talk.cues)) };
    await page.locator("input[type=file]").setInputFiles(srt);
    await button("More options").click();
    await page.getByRole("combobox", { name: "Framing" }).click();
    await page.getByRole("option", { name: "Center" }).click();
    await page.getByLabel("From", { exact: true }).fill("0:01");
    await page.getByLabel("Render clips right away").click();
    await page.getByText("About 5 credits").waitFor();
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.method() === "POST" && one.url().endsWith(`/videos/${videoId}/clips`)),
      button("Find clips").click(),
    ]);
    expect(request.postDataJSON()).toEqual({
      count: 2,
      minSeconds: 15,
      maxSeconds: 50,
      prompt: "The part about pricing",
      keywords: ["mortgage"],
      range: { start: 1, end: expect.closeTo(talk.duration, 0) },
      aspectRatio: "1:1",
      reframe: "center",
      content: "auto",
      captions: { style: "karaoke" },
      subtitles: toSrt(talk.cues),
      render: "none",
    });
    await page.waitForURL(/\/clips\/clp_/);
    clipsId = page.url().split("/").at(-1) ?? "";
  });

  test("moments are on a time line, and one that is chosen plays alone", async () => {
    await blocks().first().waitFor();
    const { clips } = await readSearch();
    expect(await blocks().count()).toBe(clips.length);
    const last = clips.at(-1);
    await blocks().filter({ hasText: last.title }).press("Enter");
    const details = page.getByRole("region", { name: last.title, exact: true });
    await details.getByText(last.reason).waitFor();
    await details.getByText(`Score ${last.score}`).waitFor();
    expect(await details.getByRole("list", { name: "Factors" }).getByRole("listitem").count()).toBe(5);
    const spoken = await details.locator(".clip-words").textContent();
    expect(spoken?.replace(/\s+/g, " ").trim()).toBe(last.transcript);
    const player = page.getByLabel("Talk about pricing.mp4");
    const readTime = () => player.evaluate((video) => (video as HTMLVideoElement).currentTime);
    await until(readTime, (time) => time > last.start);
    // A minute later, as far as the player knows.
    await player.evaluate((video, end) => {
      (video as HTMLVideoElement).currentTime = end - 0.2;
    }, last.end);
    await until(() => player.evaluate((video) => (video as HTMLVideoElement).paused), Boolean);
    expect(await readTime()).toBeWithin(last.end - 0.3, last.end + 0.5);
  });

  test("moments become clips, one by one and together", async () => {
    const { clips } = await readSearch();
    const [first, second] = clips;
    await row(first.title).getByRole("button", { name: "Render" }).click();
    await row(first.title).getByRole("link", { name: "Edit" }).waitFor();
    for (const { title } of [first, second]) await page.getByRole("checkbox", { name: `Select “${title}”` }).click();
    const bar = page.getByRole("region", { name: "Selection" });
    await bar.getByText("About 2 credits").waitFor();
    await bar.getByRole("button", { name: "Render 1 clip" }).click();
    await row(second.title).getByRole("link", { name: "Edit" }).waitFor();
    const made = (await readSearch()).clips.filter((one: Json) => one.videoId);
    expect(made.map(({ id }: Json) => id)).toEqual([first.id, second.id]);
    const video = await readVideo(made[0].videoId);
    expect([video.width, video.height]).toEqual([180, 180]);

    await bar.getByRole("button", { name: "Schedule 2 clips" }).click();
    await page.getByRole("dialog", { name: "Post 2 videos" }).waitFor();
    await page.keyboard.press("Escape");
    await row(first.title).getByRole("link", { name: "Schedule" }).click();
    await page.waitForURL(`**/calendar?video=${made[0].videoId}`);
    await page.getByRole("dialog").getByLabel("Caption").waitFor();
  });

  test("the end of a clip is moved, and its other layers stay", async () => {
    await visit(page, `/clips/${clipsId}`);
    const [{ title, videoId: clipId }] = (await readSearch()).clips;
    await row(title).getByRole("button", { name: title, exact: true }).click();
    const { body: before } = await dashboard.api("GET", `/videos/${clipId}/versions/1`);
    await button("End: 1 word later").click();
    await button("Start: 1 word later").click();
    await button("Apply").click();
    await page.getByText("Clip updated").waitFor();
    const { body: after } = await dashboard.api("GET", `/videos/${clipId}/versions/2`);
    const [trim] = before.layers;
    const moved = after.layers[0];
    expect(moved.start).toBeWithin(trim.start + 0.05, trim.start + 1.01);
    expect(moved.end).toBeWithin(trim.end + 0.05, trim.end + 3);
    expect(after.layers.map(({ id }: Json) => id)).toEqual(before.layers.map(({ id }: Json) => id));
    expect(after.duration).toBeCloseTo(moved.end - moved.start, 1);
    await button("Apply").waitFor({ state: "detached" });

    // Words on the page become the clip.
    const words = page.locator(".clip-words > :not([data-outside])");
    await words.nth(3).waitFor();
    await words.first().evaluate((first) => {
      const all = [...document.querySelectorAll(".clip-words > :not([data-outside])")];
      getSelection()?.setBaseAndExtent(first.firstChild!, 0, all.at(-4)!.firstChild!, 1);
    });
    await button("Use selected words").click();
    await button("Apply").waitFor();
    const count = await page.locator(".clip-words > :not([data-outside])").count();
    expect(await page.locator(".clip-words > [data-outside]").count()).toBeGreaterThan(3);
    await button("Reset").click();
    await until(
      () => words.count(),
      (all) => all === count + 3,
    );
  });

  test("the edges of a clip are dragged over its words, or moved with keys", async () => {
    const inside = page.locator(".clip-words > :not([data-outside])");
    const before = await inside.allTextContents();
    const end = page.getByRole("slider", { name: "Last word of the clip" });
    for (let press = 0; press < 2; press++) await end.press("ArrowLeft");
    await until(
      () => inside.count(),
      (count) => count === before.length - 2,
    );
    expect(await end.getAttribute("aria-valuetext")).toBe(before.at(-3)!);
    await end.press("ArrowRight");
    // As at every slider, up is later.
    const indexOf = async () => Number(await end.getAttribute("aria-valuenow"));
    const index = await indexOf();
    for (const [key, by] of [
      ["ArrowDown", -1],
      ["ArrowUp", 0],
      ["PageDown", -10],
      ["PageUp", 0],
    ] as const) {
      await end.press(key);
      expect([key, (await indexOf()) - index]).toEqual([key, by]);
    }

    const start = page.getByRole("slider", { name: "First word of the clip" });
    await start.scrollIntoViewIfNeeded();
    const from = (await start.boundingBox())!;
    const to = (await inside.nth(5).boundingBox())!;
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
    await page.mouse.up();
    await until(
      () => inside.count(),
      (count) => count === before.length - 6,
    );
    expect(await inside.first().textContent()).toBe(before[5]!);
    await button("Reset").click();
    await until(
      () => inside.count(),
      (count) => count === before.length,
    );
  });

  test("the edges of a clip are dragged on the time line from word to word, and an overlap is named", async () => {
    const { clips } = await readSearch();
    const [first, second] = clips;
    await visit(page, `/clips/${clipsId}`);
    await row(first.title).getByRole("button", { name: first.title, exact: true }).click();
    const closeUp = page.getByRole("region", { name: "Close-up" });
    const [start, end] = ["Start of the clip", "End of the clip"].map((name) =>
      closeUp.getByRole("slider", { name }),
    ) as [Locator, Locator];
    const read = async (edge: Locator) => Number(await edge.getAttribute("aria-valuenow"));
    const { cues } = (await dashboard.api("GET", `/videos/${videoId}/transcript`)).body;
    // Only what was searched has times of words.
    const words: Interval[] = cues.flatMap((cue: Json) => cue.words ?? spreadWords(cue.text, [cue]));
    const isInWord = (time: number) => words.some((word) => time > word.start + 0.07 && time < word.end - 0.07);
    await start.waitFor();
    const before = { start: await read(start), end: await read(end) };
    const drag = async (edge: Locator, by: number) => {
      await edge.scrollIntoViewIfNeeded();
      const box = (await edge.boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + by, box.y + box.height / 2, { steps: 9 });
      await page.mouse.up();
    };
    await drag(start, 70);
    expect(await read(start)).toBeGreaterThan(before.start + 1);
    await drag(end, -50);
    expect(await read(end)).toBeLessThan(before.end - 1);
    for (const edge of [start, end]) expect(isInWord(await read(edge))).toBe(false);

    // Keys move by a word, also from a place in a pause.
    await start.press("ArrowRight");
    const dragged = await read(start);
    await start.press("ArrowRight");
    const later = await read(start);
    // Edges are rounded to hundredths.
    const isPassed = ({ start: time }: Interval) => time >= dragged - 0.01 && time < later - 0.01;
    expect(words.filter(isPassed)).toHaveLength(1);
    await start.press("ArrowLeft");
    expect(await read(start)).toBeCloseTo(dragged, 1);

    // On to the other clip.
    const [edge, key] = second.start > first.start ? [end, "PageUp"] : [start, "PageDown"];
    const overlap = closeUp.getByText(`Overlaps the clip “${second.title}”`);
    for (let press = 0; press < 40 && !(await overlap.isVisible()); press++) await edge.press(key);
    expect(await overlap.isVisible()).toBe(true);
    expect(isInWord(await read(edge))).toBe(false);
    await page.evaluate(axe.source);
    const { violations } = (await page.evaluate("axe.run(document)")) as AxeResults;
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    await button("Reset").click();
    await until(
      () => read(end),
      (time) => time === before.end,
    );
    await closeUp.getByText("Overlaps").waitFor({ state: "detached" });
  });

  test("searches are listed, and a search without a clip is deleted", async () => {
    const { body } = await dashboard.api("POST", `/videos/${videoId}/clips`, { count: 20, render: "none" });
    await visit(page, "/clips");
    const searches = page.getByRole("list", { name: "Clip searches" });
    await searches.getByText("The part about pricing").waitFor();
    await searches.locator(`a[href="/clips/${body.clipsId}"]`).click();
    await page.getByText(/stands? on (its|their) own/).waitFor();
    await button("More actions").click();
    await page.getByRole("menuitem", { name: "Delete search" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL("**/clips");
    await until(
      () => searches.getByRole("listitem").count(),
      (count) => count === 1,
    );
  });

  test("a video is chosen in the form, whose captions have the brand's style", async () => {
    await dashboard.api("PUT", "/brand-kit", { captions: { style: "minimal", position: "top" } });
    await page.reload();
    await page.getByRole("link", { name: "New search" }).click();
    await page.getByRole("combobox", { name: "Video" }).click();
    await page.getByRole("option", { name: /^Talk about pricing/ }).click();
    await page.getByRole("combobox", { name: "Caption style" }).waitFor();
    expect(await page.getByRole("combobox", { name: "Caption style" }).inputValue()).toBe("Brand");
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.method() === "POST" && one.url().endsWith("/clips")),
      button("Find clips").click(),
    ]);
    expect(request.postDataJSON().captions).toBeUndefined();
    await page.waitForURL(/\/clips\/clp_/);
  });

  test("on a phone, nothing is wider than the screen", async () => {
    const storageState = await page.context().storageState();
    const viewport = { width: 390, height: 844 };
    const { page: phone } = await dashboard.open({ storageState, viewport, hasTouch: true, isMobile: true });
    for (const path of ["/clips", `/clips/new?video=${videoId}`, `/clips/${clipsId}`]) {
      await phone.goto(path);
      await phone.getByRole("heading", { level: 1 }).waitFor();
      await until(() => phone.evaluate<boolean>("!document.querySelector('[aria-busy=true]')"), Boolean);
      if (path.includes("clp_")) await phone.locator(".clip-block").first().waitFor();
      const faults = await phone.evaluate(() => {
        const controls = [...document.querySelectorAll<HTMLElement>("main button, main a.mantine-Button-root")];
        const small = controls.filter(({ offsetHeight }) => offsetHeight > 0 && offsetHeight < 40);
        const isWide = document.documentElement.scrollWidth > innerWidth;
        return [...small.map(({ outerHTML }) => outerHTML.slice(0, 200)), ...(isWide ? ["wide"] : [])];
      });
      expect({ path, faults }).toEqual({ path, faults: [] });
    }
    await phone.context().close();
  });

  test("no errors were logged in the console", () => {
    // The refused search, and the video without a transcript.
    expect(errors.filter((text) => !/status of 400|\/transcript\?/.test(text))).toEqual([]);
  });
});
