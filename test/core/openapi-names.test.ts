import { expect, test } from "bun:test";
import { describeParameter, getItemName, nameRoute, toSingular } from "#core/openapi/names";

test.each([
  ["GET", "/videos", true, "listVideos", "Video"],
  ["GET", "/videos/:videoId", false, "getVideo", "Video"],
  ["DELETE", "/videos/:videoId", false, "deleteVideo", "Video"],
  ["POST", "/videos/generate", false, "generateVideo", undefined],
  ["POST", "/videos/:videoId/captions", false, "addCaptions", undefined],
  ["GET", "/music/:musicId", false, "getMusic", "Music"],
  ["POST", "/personas", false, "createPersona", "Persona"],
  ["PATCH", "/personas/:personaId", false, "updatePersona", "Persona"],
  ["GET", "/credits", false, "getCredits", "Credits"],
  ["GET", "/credits/transactions", true, "listCreditTransactions", "CreditTransaction"],
  ["POST", "/social/posts/:postId/publish", false, "publishSocialPost", undefined],
  ["GET", "/viral-library/search", false, "searchViralLibrary", undefined],
  ["POST", "/webhooks/:webhookId/rotate-secret", false, "rotateWebhookSecret", undefined],
  ["GET", "/webhooks/:webhookId/deliveries", true, "listWebhookDeliveries", "WebhookDelivery"],
  ["GET", "/analyses/:analysisId", false, "getAnalysis", "Analysis"],
  ["GET", "/content-plans/:planId", false, "getContentPlan", "ContentPlan"],
] as const)("%s %s is an operation a client would name the same", (method, path, list, operationId, resource) => {
  expect(nameRoute(method, path, list)).toEqual({ operationId, ...(resource ? { resource } : {}) });
});

test("the items of a list are named after the resource, or as the list calls them", () => {
  expect(getItemName("videos", "/viral-library/videos", "ViralLibraryVideo")).toBe("ViralLibraryVideo");
  expect(getItemName("plans", "/content-plans", "ContentPlan")).toBe("ContentPlan");
  expect(getItemName("tracks", "/music", "Music")).toBe("Track");
});

test("words without a plural stay as they are", () => {
  expect(["music", "inspo", "messaging", "status", "analysis", "access"].map(toSingular)).toEqual([
    "music",
    "inspo",
    "messaging",
    "status",
    "analysis",
    "access",
  ]);
});

test("a path parameter says whose id it is", () => {
  expect(describeParameter("videoId", "/videos/:videoId/captions")).toBe("ID of the video.");
  expect(describeParameter("id", "/viral-library/videos/:id")).toBe("ID of the video.");
});
