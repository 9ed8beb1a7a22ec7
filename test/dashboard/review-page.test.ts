/** The page behind a review link, in Chromium: on a phone, by somebody without an account. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chromium, type Dashboard, STEP_MS, startDashboard } from "./browser";

describe.skipIf(!chromium)("the review page", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard({ SANDBOX: "1" });
  }, STEP_MS);
  afterAll(() => dashboard.stop());

  test(
    "shows the time in the reader's zone, and takes a decision with a typed name",
    async () => {
      const { api, origin } = dashboard;
      await api("POST", "/social/accounts");
      const { body: channels } = await api("GET", "/social/accounts");
      await api("PUT", "/social/approval", { requireApproval: "everyone" });
      const at = new Date();
      at.setUTCDate(at.getUTCDate() + 2);
      at.setUTCHours(20, 30, 0, 0);
      const { body: post } = await api("POST", "/social/posts", {
        ...{ videoUrl: "https://example.com/video.mp4", accountIds: [channels.accounts[0].accountId] },
        tiktokPrivacyLevel: "SELF_ONLY",
        ...{ mode: "schedule", scheduledFor: at.getTime(), content: "Cold brew" },
      });
      const { body: second } = await api("POST", "/social/posts", {
        ...{ videoUrl: "https://example.com/video.mp4", accountIds: [channels.accounts[0].accountId] },
        ...{ tiktokPrivacyLevel: "SELF_ONLY", mode: "schedule", scheduledFor: at.getTime() + 60_000, content: "Latte" },
      });
      const { body: review } = await api("POST", "/social/reviews", {
        ...{ postIds: [post.postId, second.postId], canDecide: true, passcode: "open sesame" },
        reviewers: [{ name: "Dana", email: "dana@client.example" }],
      });
      const url = new URL(new URL(review.links[0].url).pathname, origin).href;
      const { page, errors } = await dashboard.open({
        ...{ viewport: { width: 390, height: 844 }, timezoneId: "Asia/Tokyo", locale: "en-GB" },
      });
      // Nothing outside of this machine is reachable.
      await page.route("https://example.com/**", (route) => route.fulfill({ status: 204 }));
      await page.goto(url);
      await page.getByLabel("Passcode").fill("open sesame");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByText("05:30 (Asia/Tokyo)").waitFor();
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect(width).toBeLessThanOrEqual(390);
      await page.getByText("Approve", { exact: true }).click();
      // The browser asks for the name itself.
      await page.getByRole("button", { name: "Approve this post" }).click();
      expect((await api("GET", `/social/posts/${post.postId}`)).body.status).toBe("needs_approval");
      await page.getByLabel("Your name").first().fill("Dana from Acme");
      await page.getByRole("button", { name: "Approve this post" }).click();
      await page.getByText("Dana from Acme approved").waitFor();
      // The next one is a tap away, and the name is typed once.
      await page.getByRole("link", { name: "Next post" }).click();
      await page.getByText("Latte").first().waitFor();
      expect(await page.getByLabel("Your name").first().inputValue()).toBe("Dana from Acme");
      await page.getByText("Ask for changes", { exact: true }).click();
      await page.getByLabel("What should change?").fill("Say the price");
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByText("Dana from Acme asked for changes").waitFor();
      expect((await api("GET", `/social/posts/${second.postId}`)).body).toMatchObject({
        status: "draft",
        approval: { state: "rejected", decisions: [{ decision: "rejected", comment: "Say the price", via: "link" }] },
      });
      const { body } = await api("GET", `/social/reviews/${review.reviewId}`);
      const decisions = [{ by: "Dana from Acme" }, { by: "Dana from Acme" }];
      expect(body.reviewers[0]).toMatchObject({ openedAt: expect.any(Number), decisions });
      expect(errors).toEqual([]);
    },
    STEP_MS,
  );
});
