import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findFaults } from "#modules/social/posts/rules";
import { toChange, toUnconfirmed } from "#modules/social/publishing/outcome";
import { findNextFreeTime, getPaces } from "#modules/social/publishing/pacing";
import { getIdempotencyKey } from "#modules/social/publishing/publication";
import { derivePostStatus } from "#modules/social/publishing/settle";
import { readFigures } from "#sdk/slots/social";

const now = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

describe("the state of a post", () => {
  const at = (status: never, due: number | null = null) => ({
    status,
    due_at: due === null ? null : new Date(now + due),
  });
  test.each([
    [["published", "in_inbox"], "published"],
    [["failed", "failed"], "failed"],
    [["published", "failed"], "partial"],
    [["published", "unconfirmed"], "partial"],
    [["unconfirmed"], "partial"],
    [["failed", "unconfirmed"], "partial"],
    [["published", "publishing"], "publishing"],
    [["unconfirmed", "publishing"], "publishing"],
  ])("with targets %j is %s", (statuses, state) => {
    expect(
      derivePostStatus(
        statuses.map((status) => at(status as never)),
        now,
      ),
    ).toBe(state as never);
  });
  test("is scheduled only while every target waits for later", () => {
    const pending = "pending" as never;
    expect(derivePostStatus([at(pending, 1), at(pending, 2)], now)).toBe("scheduled");
    expect(derivePostStatus([at(pending, 1), at(pending, 0)], now)).toBe("publishing");
    expect(derivePostStatus([at(pending, 1), at("published" as never)], now)).toBe("publishing");
  });
});

describe("pace", () => {
  test("a free place is now; else it is when the oldest that counts leaves the window", () => {
    const paces = [{ count: 2, ms: MINUTE }];
    expect(findNextFreeTime(paces, [], now)).toBe(now);
    expect(findNextFreeTime(paces, [now - 10], now)).toBe(now);
    expect(findNextFreeTime(paces, [now - 10, now - 30], now)).toBe(now - 30 + MINUTE);
    expect(findNextFreeTime(paces, [now - 2 * MINUTE, now - MINUTE], now)).toBe(now);
  });
  test("posts given one slot after the other keep every pace, whatever was before", () => {
    const pace = fc.record({ count: fc.integer({ min: 1, max: 5 }), ms: fc.integer({ min: 1, max: 1000 }) });
    fc.assert(
      fc.property(fc.array(pace, { maxLength: 3 }), fc.integer({ min: 1, max: 30 }), (paces, posts) => {
        const times: number[] = [];
        for (let post = 0; post < posts; post++) times.push(findNextFreeTime(paces, times, now));
        for (const { count, ms } of paces)
          for (const [from, time] of times.entries())
            expect((times[from + count] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThanOrEqual(ms);
      }),
      { seed: 7 },
    );
  });
  test("the newest posts can be left out, as long as no limit is about them", () => {
    const count = fc.integer({ min: 4, max: 9 });
    fc.assert(
      fc.property(fc.array(fc.nat(500)), fc.array(count, { minLength: 1, maxLength: 3 }), (ages, counts) => {
        const paces = counts.map((one) => ({ count: one, ms: 100 * one }));
        const times = ages.map((age) => now - age).sort((a, b) => b - a);
        const skipped = Math.min(...counts) - 3;
        const rest = times.slice(skipped);
        for (let post = 0; post < 3; post++) {
          const slot = findNextFreeTime(paces, times, now);
          expect(findNextFreeTime(paces, rest, now, skipped)).toBe(slot);
          times.push(slot);
          rest.push(slot);
        }
      }),
      { seed: 7 },
    );
  });
  test("a provider's own word replaces what the platform is known to allow", () => {
    expect(getPaces({}, "tiktok").length).toBe(2);
    expect(getPaces({ paces: {} }, "tiktok")).toEqual([]);
  });
});

test("figures are numbers or digits; what cannot be true is left out", () => {
  const reported = { views: "120", likes: 7.4, comments: 1e30, shares: "many", saves: -1, watchSeconds: null };
  expect(readFigures(reported)).toEqual({ views: 120, likes: 7 });
});

describe("an outcome", () => {
  const target = { called_at: new Date(now), reads: 0, task: null, wanted_at: new Date(now) };
  test("that cannot be read is unconfirmed, whatever a provider says", () => {
    for (const strange of [{}, { state: "done" }, { state: "pending", task: "" }, { state: "pending" }])
      expect(toChange(strange as never, target, MINUTE, now).status).toBe("unconfirmed");
  });
  test("with an impossible time is published now", () => {
    for (const publishedAt of [Number.NaN, 1e300])
      expect(toChange({ state: "published", publishedAt }, target, MINUTE, now)).toMatchObject({
        publishedAt: new Date(now),
      });
  });
  test("that a provider knows to be nothing waits for another call, and not without end", () => {
    const later = { state: "later", afterMs: MINUTE, message: "Busy." } as const;
    expect(toChange(later, target, MINUTE, now)).toEqual({
      ...{ status: "pending", isUncalled: true, delayReason: "Busy.", dueAt: new Date(now + MINUTE) },
    });
    expect(toChange(later, target, MINUTE, now + 4_320 * MINUTE)).toMatchObject({
      ...{ status: "failed", errorCategory: "platform_error", errorMessage: "Busy." },
    });
  });
  test("is read no later than the time allowed, then no more as publishing", () => {
    const pending = { state: "pending", task: "t", readAfterMs: 10 * MINUTE } as const;
    expect(toChange(pending, target, MINUTE, now).nextReadAt).toEqual(new Date(now + MINUTE));
    expect(toChange(pending, target, MINUTE, now + MINUTE)).toMatchObject({ status: "unconfirmed", task: "t" });
  });
  test("that is not known is asked for less and less often, and in the end no more", () => {
    const pauses = Array.from({ length: 9 }, (_, reads) => toUnconfirmed("?", reads, null, now).nextReadAt?.getTime());
    expect(pauses).toEqual(
      pauses.toSorted((a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY)),
    );
    expect(pauses.filter((pause) => pause === undefined).length).toBe(1);
  });
});

test("every attempt has an idempotency key of its own, always the same one", () => {
  const id = "01a1fcef-7280-73b1-8040-f9e31b00e057";
  const keys = [1, 2, 3].map((attempts) => getIdempotencyKey({ id, attempts }));
  expect(new Set(keys).size).toBe(3);
  expect(getIdempotencyKey({ id, attempts: 1 })).toBe(keys[0]!);
});

/** Both changes of the clocks in each zone, as moments: a post's time is one, and the zone is for showing. */
const zones = {
  "Europe/Berlin": [Date.UTC(2027, 2, 28, 1), Date.UTC(2027, 9, 31, 1)],
  "America/New_York": [Date.UTC(2027, 2, 14, 7), Date.UTC(2027, 10, 7, 6)],
  "Australia/Lord_Howe": [Date.UTC(2027, 3, 3, 15), Date.UTC(2027, 9, 2, 15, 30)],
  "Asia/Kathmandu": [Date.UTC(2027, 2, 28, 1), Date.UTC(2027, 9, 31, 1)],
};
test.each(Object.entries(zones))(
  "a moment around a change of clocks in %s is taken as it is, under any TZ",
  (timezone, changes) => {
    const before = process.env.TZ;
    try {
      for (const TZ of ["UTC", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]) {
        process.env.TZ = TZ;
        for (const change of changes)
          for (const minutes of [-90, -1, 0, 1, 30, 90]) {
            const scheduledFor = change + minutes * MINUTE;
            const plan = {
              mode: "schedule",
              scheduledFor,
              timezone,
              toInbox: false,
              tiktok: {},
              channels: [],
              declared: [],
            } as const;
            expect(findFaults(plan, scheduledFor - 1)).toEqual({});
            expect(findFaults(plan, scheduledFor)).toHaveProperty("scheduledFor");
          }
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  },
);

test("a year ahead is allowed, a moment more is not", () => {
  const plan = { mode: "schedule", timezone: "UTC", toInbox: false, tiktok: {}, channels: [], declared: [] } as const;
  const year = Date.UTC(2027, 10, 21, 12);
  expect(findFaults({ ...plan, scheduledFor: year }, now)).toEqual({});
  expect(findFaults({ ...plan, scheduledFor: year + 1 }, now)).toHaveProperty("scheduledFor");
});
