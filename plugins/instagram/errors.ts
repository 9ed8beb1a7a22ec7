/** What Meta's errors mean. Source: "Error Codes" (2 June 2026) and "Rate limits" of Meta's Instagram platform. */
import type { FailCategory } from "vireo/slots/social";

export type Meaning =
  /** Final until a person changes something. */
  | { kind: "refused"; category: FailCategory }
  /** Too many calls or posts. */
  | { kind: "limited" }
  /** Meta says to try again, with the same container or with a new one. */
  | { kind: "temporary"; needsNew: boolean; maxFaults: number; category: FailCategory };

const refused = (category: FailCategory): Meaning => ({ kind: "refused", category });
const limited: Meaning = { kind: "limited" };
const temporary = (more: { needsNew?: boolean; maxFaults?: number; category?: FailCategory } = {}): Meaning => ({
  kind: "temporary",
  needsNew: false,
  maxFaults: 8,
  category: "platform_error",
  ...more,
});

const BY_SUBCODE: Readonly<Record<number, Meaning>> = {
  2207001: temporary(), // server error
  2207003: temporary(), // the download of the video took too long
  2207004: refused("user_content"), // image too large
  2207005: refused("user_content"), // image format
  2207006: temporary({ needsNew: true }), // container not found
  2207008: temporary(), // the container cannot be published for the moment
  2207009: refused("user_content"), // aspect ratio
  2207010: refused("user_content"), // caption too long
  2207020: temporary({ needsNew: true }), // container expired
  2207023: refused("user_content"), // media type
  2207026: refused("user_content"), // video format
  2207027: temporary(), // container not ready
  2207028: refused("user_content"), // carousel
  2207032: temporary({ needsNew: true }), // container not created
  2207040: refused("user_content"), // too many tags
  2207042: limited, // posts a day
  2207050: refused("account_issue"), // account inactive, checkpointed or restricted
  2207051: refused("platform_rejected"), // suspected spam
  // Often a server that is slow or limits Meta's requests. A wrong address is noticed within minutes.
  2207052: temporary({ needsNew: true, maxFaults: 4, category: "media_unavailable" }),
  2207053: temporary({ needsNew: true }), // unknown error while uploading
  2207057: refused("user_content"), // cover frame outside of the video
  2207081: refused("account_issue"), // trial reels not supported
};

const BY_CODE: Readonly<Record<number, Meaning>> = {
  [-2]: temporary({ needsNew: true }), // download
  4: limited, // the app
  9: limited,
  10: refused("account_issue"), // permission
  17: limited, // the user
  24: temporary({ needsNew: true }), // container
  25: refused("account_issue"),
  32: limited, // the page
  190: refused("auth_expired"),
  200: refused("account_issue"), // permission
  368: refused("platform_rejected"), // blocked as abusive
  613: limited, // all calls
  9004: temporary({ needsNew: true, maxFaults: 4, category: "media_unavailable" }),
  9007: temporary(),
};

/** Limits by business use case, such as 80002 of Instagram. */
const isUseCaseLimit = (code: unknown) => typeof code === "number" && code >= 80_000 && code <= 80_014;

const find = (table: Readonly<Record<number, Meaning>>, code: unknown): Meaning | undefined =>
  typeof code === "number" && Object.hasOwn(table, code) ? table[code] : undefined;

/** The meaning of an error of the API. Undefined if the tables do not name it. */
export const findMeaning = (code: unknown, subcode?: unknown): Meaning | undefined =>
  find(BY_SUBCODE, subcode) ?? (isUseCaseLimit(code) ? limited : find(BY_CODE, code));

/** The meaning of a failed container, whose `status` names the subcode in a sentence. */
export const findStatusMeaning = (status: string): Meaning | undefined =>
  find(BY_SUBCODE, Number(/\b2207\d{3}\b/.exec(status)?.[0]));

/** Pauses after the first, second … fault: Meta asks for one or two repetitions within 30 s to 2 min. */
const PAUSES_MS = [30, 90, 300, 900, 3_600, 7_200, 14_400, 28_800].map((seconds) => seconds * 1_000);
export const getPause = (faults: number): number => PAUSES_MS[Math.min(faults, PAUSES_MS.length) - 1] ?? 30_000;

/** A fault after which Meta says to try again. */
export class TemporaryError extends Error {
  override readonly name = "TemporaryError";
  readonly meaning: Extract<Meaning, { kind: "temporary" }>;
  constructor(meaning: Extract<Meaning, { kind: "temporary" }>, message: string) {
    super(message);
    this.meaning = meaning;
  }
}
