/** The reference at `/docs` in a browser: without a network, and with the session of the person who is signed in. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { startApp, type TestApp } from "#test/app";
import { chromium, launchBrowser, STEP_MS } from "#test/dashboard/browser";
import { join as joinAs } from "#test/modules/people-client";

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await startApp({}, undefined, { PORT: "0" });
  ({ origin } = await app.vireo.listen());
});
afterAll(() => app.stop());

test.skipIf(!chromium)(
  "a signed-in person reads examples and tries a call, and nothing comes from elsewhere",
  async () => {
    const { browser: person } = await joinAs(app);
    const [name = "", value = ""] = person.cookie?.split(/=(.*)/) ?? [];
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext({ viewport: { width: 1500, height: 1000 } });
      context.setDefaultTimeout(STEP_MS);
      await context.addCookies([{ name, value, url: origin }]);
      const page = await context.newPage();
      const foreign: string[] = [];
      await context.route("**/*", (route) => {
        const url = route.request().url();
        if (url.startsWith(origin)) return route.continue();
        foreign.push(url);
        return route.abort();
      });
      await page.goto(`${origin}/docs`);
      await page.getByText("Credits", { exact: true }).first().click();
      await page.getByText("Get the balance").first().click();
      await page.getByText("unlimited").first().waitFor();
      await page
        .getByRole("button", { name: /Test Request.*credits\)/i })
        .first()
        .click();
      const send = page.getByRole("button", { name: /^Send/i }).first();
      const [response] = await Promise.all([page.waitForResponse(/api\/v1\/credits/), send.click()]);
      expect([response.status(), (await response.json()).unlimited]).toEqual([200, false]);
      expect(foreign).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);

test.skipIf(!chromium)("a list shows the example of its items", async () => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(STEP_MS);
    await page.goto(`${origin}/docs`);
    await page.getByText("Personas", { exact: true }).first().click();
    await page.getByText("List personas").first().click();
    await page.getByText("Busy parents").first().waitFor();
  } finally {
    await browser.close();
  }
});
