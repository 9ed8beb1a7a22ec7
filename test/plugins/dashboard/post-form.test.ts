import { expect, test } from "bun:test";
import { describeLength, insertSnippet } from "#plugins/dashboard/web/features/calendar/form/length";
import { mergeCreators, validatePost } from "#plugins/dashboard/web/features/calendar/form/validate";
import {
  copyPost,
  emptyValues,
  readValues,
  toChanges,
  toRequest,
  toValues,
  type Values,
} from "#plugins/dashboard/web/features/calendar/form/values";
import { fromClock, toClock } from "#plugins/dashboard/web/ui/time-zone";
import { toLocalSlot } from "#plugins/dashboard/web/ui/weekdays";
import type { SocialAccount, SocialAccountCreatorInfo, SocialPost } from "#sdk/client/index";
import type { TextLimit } from "#sdk/platforms";

const account = (accountId: string, platform: SocialAccount["platform"]): SocialAccount => ({
  accountId,
  platform,
  username: accountId,
  status: "active",
  provider: "sandbox",
  connectedAt: 0,
  lastSyncedAt: 0,
});
const accounts = [account("tik", "tiktok"), account("tube", "youtube")];
const creator = (own: Partial<SocialAccountCreatorInfo> = {}): SocialAccountCreatorInfo => ({
  accountId: "tik",
  username: "tik",
  nickname: "Tik",
  isKnown: true,
  privacyLevels: ["PUBLIC_TO_EVERYONE", "SELF_ONLY"],
  interactions: { comment: true, duet: true, stitch: true },
  canPostMore: true,
  ...own,
});
const now = Date.UTC(2026, 10, 21);
const filled: Values = {
  ...emptyValues(now + 86_400_000),
  media: [{ kind: "video", id: "vid_1" }],
  content: "Cold brew",
  accountIds: ["tik"],
  at: { clock: "2026-11-22T09:30", zone: "America/New_York" },
  privacy: "PUBLIC_TO_EVERYONE",
};
const problems = (own: Partial<Values>, info = creator(), seconds?: number) =>
  validatePost({ ...filled, ...own }, accounts, mergeCreators([info]), seconds, now);

test("a local time is converted in its zone, also across daylight saving", () => {
  expect(fromClock("2026-11-22T09:30", "America/New_York")).toBe(Date.UTC(2026, 10, 22, 14, 30));
  expect(fromClock("2026-07-22T09:30", "Europe/Berlin")).toBe(Date.UTC(2026, 6, 22, 7, 30));
  // 02:30 does not exist on that day.
  expect(fromClock("2026-03-29T02:30", "Europe/Berlin")).toBe(Date.UTC(2026, 2, 29, 1, 30));
  expect(toClock(Date.UTC(2026, 2, 29, 1, 30), "Europe/Berlin")).toBe("2026-03-29T03:30");
  expect([fromClock("", "UTC"), fromClock("soon", "UTC")]).toEqual([undefined, undefined]);
});

test("a time of the week is shown in the zone of the viewer, also on another day", () => {
  const winter = Date.UTC(2026, 10, 29);
  expect(toLocalSlot("sunday", "18:00", "UTC", "Europe/Berlin", winter)).toEqual(["sunday", "19:00"]);
  expect(toLocalSlot("sunday", "23:30", "UTC", "Europe/Berlin", winter)).toEqual(["monday", "00:30"]);
  expect(toLocalSlot("monday", "03:00", "UTC", "America/New_York", winter)).toEqual(["sunday", "22:00"]);
});

test("TikTok options have no defaults and are required, except for drafts", () => {
  const { privacy, allow, discloses, ownBrand, branded } = emptyValues();
  expect({ privacy, allow, discloses, ownBrand, branded }).toEqual({
    privacy: null,
    allow: { comment: false, duet: false, stitch: false },
    discloses: false,
    ownBrand: false,
    branded: false,
  });
  expect(problems({})).toEqual({});
  expect(Object.keys(problems({ privacy: null }))).toEqual(["privacy"]);
  expect(problems({ privacy: null, mode: "draft" })).toEqual({});
  expect(problems({ privacy: null, mode: "now", toInbox: true })).toEqual({});
  expect(problems({ privacy: null, accountIds: ["tube"] })).toEqual({});
});

test("options that the creator does not allow are rejected", () => {
  expect(Object.keys(problems({ privacy: "FOLLOWER_OF_CREATOR" }))).toEqual(["privacy"]);
  const quiet = creator({ interactions: { comment: false, duet: true, stitch: true } });
  const allow = { comment: true, duet: false, stitch: false };
  expect(Object.keys(problems({ allow }, quiet))).toEqual(["tiktok"]);
  const full = creator({ canPostMore: false });
  expect([Object.keys(problems({ mode: "now" }, full)), problems({}, full)]).toEqual([["tiktok"], {}]);
  expect(problems({}, creator({ maxVideoSeconds: 60 }), 61).media).toContain("60 seconds");
  expect(validatePost(filled, accounts, undefined, undefined, now).tiktok).toBeString();
});

test("a disclosure names what it promotes, and branded content is not private", () => {
  expect(Object.keys(problems({ discloses: true }))).toEqual(["disclosure"]);
  expect(problems({ discloses: true, ownBrand: true })).toEqual({});
  expect(Object.keys(problems({ discloses: true, branded: true, privacy: "SELF_ONLY" }))).toEqual(["privacy"]);
  const sent = (own: Partial<Values>) => toRequest({ ...filled, ...own }, accounts).tiktokCommercialContentType;
  expect([
    sent({}),
    sent({ discloses: true, ownBrand: true }),
    sent({ discloses: true, ownBrand: true, branded: true }),
  ]).toEqual(["none", "brand_organic", "brand_content"]);
});

test("the options of several creators are those they share", () => {
  const both = mergeCreators([
    creator({ maxVideoSeconds: 600 }),
    creator({
      nickname: "Two",
      privacyLevels: ["SELF_ONLY", "FOLLOWER_OF_CREATOR"],
      interactions: { comment: true, duet: false, stitch: true },
      canPostMore: false,
      maxVideoSeconds: 60,
    }),
  ]);
  expect(both).toMatchObject({
    privacyLevels: ["SELF_ONLY"],
    allows: { comment: true, duet: false, stitch: true },
    full: ["Two"],
    maxSeconds: 60,
  });
});

test("a time in the past or more than a year ahead is rejected", () => {
  const at = (clock: string) => problems({ at: { clock, zone: "UTC" } }).at;
  expect(at("2026-11-20T00:00")).toContain("in the future");
  expect(at("2027-11-22T00:00")).toContain("next year");
  expect(at("")).toBeString();
  expect(problems({ mode: "draft", at: { clock: "", zone: "UTC" } })).toEqual({});
});

test("the request has the time and its zone, and the inbox only if supported", () => {
  expect(toRequest(filled, accounts)).toMatchObject({
    videoId: "vid_1",
    mode: "schedule",
    scheduledFor: Date.UTC(2026, 10, 22, 14, 30),
    timezone: "America/New_York",
    publishToInbox: false,
  });
  const inbox = (own: Partial<Values>) => toRequest({ ...filled, toInbox: true, ...own }, accounts).publishToInbox;
  expect([inbox({}), inbox({ mode: "now" }), inbox({ mode: "draft", accountIds: ["tube"] })]).toEqual([
    false,
    true,
    false,
  ]);
  expect(toRequest({ ...filled, mode: "now" }, accounts).scheduledFor).toBeUndefined();
  expect(toRequest({ ...filled, accountIds: ["tube"] }, accounts)).not.toHaveProperty("tiktokPrivacyLevel");
});

const post: SocialPost = {
  postId: "post_1",
  platforms: ["tiktok"],
  status: "scheduled",
  approval: { state: "none", revision: 1, overdue: false, decisions: [] },
  scheduledFor: Date.UTC(2026, 10, 22, 14, 30),
  timezone: "America/New_York",
  content: "Cold brew",
  videoUrl: "https://example.com/v.mp4",
  videoId: "vid_1",
  accountIds: ["tik"],
  publishToInbox: false,
  tiktokPrivacyLevel: "PUBLIC_TO_EVERYONE",
  tiktokAllowDuet: true,
  targets: [],
  createdAt: 0,
  updatedAt: 0,
};

test("an update sends only changed fields", () => {
  const before = toValues(post);
  const change = (own: Partial<Values>) => toChanges(post, before, { ...before, ...own }, accounts);
  expect(change({})).toEqual({});
  expect(change({ mode: "now" })).toEqual({});
  expect(change({ content: "" })).toEqual({ content: "" });
  expect(change({ at: { ...before.at, clock: "2026-11-22T10:00" } })).toEqual({
    scheduledFor: Date.UTC(2026, 10, 22, 15),
  });
  expect(change({ mode: "draft" })).toEqual({ mode: "draft" });
  expect(change({ media: [{ kind: "video", id: "vid_2" }] })).toEqual({ videoId: "vid_2" });
  expect(change({ allow: { comment: true, duet: true, stitch: false } })).toEqual({ tiktokAllowComment: true });
});

test("a draft that an earlier version kept is continued", () => {
  const kept = {
    ...{ content: "Cold brew", video: { videoId: "vid_1", title: "Brewing" }, shareToFeed: false },
    ...{ texts: { tiktok: "Short", instagram: "" }, youtube: { tags: ["coffee"], madeForKids: false } },
  };
  expect(readValues(kept)).toMatchObject({
    media: [{ kind: "video", id: "vid_1", title: "Brewing" }],
    overrides: {
      tiktok: { content: "Short" },
      youtube: { tags: ["coffee"], madeForKids: false },
      instagram: { shareToFeed: false },
    },
  });
});

test("a change of pictures sends all of them, and a cleared text of a channel is forgotten", () => {
  const media = [
    { type: "image" as const, url: "https://example.com/1.jpg", imageId: "img_1" },
    { type: "image" as const, url: "https://example.com/2.jpg" },
  ];
  const before = toValues({
    ...post,
    videoId: undefined,
    videoUrl: undefined,
    media,
    overrides: { tik: { content: "x" } } as never,
  });
  const changed = { ...before, media: before.media.toReversed(), overrides: { tik: { content: "" } } };
  expect(toChanges(post, before, changed, accounts)).toEqual({
    media: [{ url: "https://example.com/2.jpg" }, { imageId: "img_1" }],
    overrides: { tik: {} } as never,
  });
});

test("hashtags are added once, and captions below what is there", () => {
  const tags = { kind: "hashtags" as const, text: "#coldbrew #Summer" };
  const caption = { kind: "caption" as const, text: "Order now" };
  expect([insertSnippet("", tags), insertSnippet("Fresh\n", tags), insertSnippet("Fresh #summer", tags)]).toEqual([
    "#coldbrew #Summer",
    "Fresh\n\n#coldbrew #Summer",
    "Fresh #summer #coldbrew",
  ]);
  expect([insertSnippet("", caption), insertSnippet("Fresh", caption)]).toEqual(["Order now", "Fresh\n\nOrder now"]);
});

test("the length of a caption counts what its platforms limit", () => {
  const info = (title: string, text: TextLimit[]) => ({ name: "x", title, media: { images: 1, videos: 1 }, text });
  const note = info("Note", [{ max: 300, unit: "characters" }]);
  const instagram = info("Instagram", [{ max: 30, unit: "hashtags" }]);
  expect(describeLength("Fresh", [note])).toBe("5 of 300 characters on Note");
  expect(describeLength("Fresh #a", [note, instagram])).toBe("8 of 2,200 characters, 1 of 30 hashtags on Instagram");
  expect(describeLength("x".repeat(301), [note, instagram])).toContain("301 of 300 characters on Note");
});

test("a copy keeps the content, but not the TikTok options", () => {
  expect(copyPost(post)).toMatchObject({
    content: "Cold brew",
    accountIds: ["tik"],
    mode: "schedule",
    privacy: null,
    allow: { duet: false },
  });
});
