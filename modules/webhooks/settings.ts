import { type Static, Type } from "@sinclair/typebox";
import { Group } from "vireo/settings";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export const settings = Group({
  maxWebhooks: Type.Integer({ minimum: 1, default: 20, description: "Maximum number of webhooks per account." }),
  timeoutMs: Type.Integer({
    minimum: 100,
    maximum: 60_000,
    default: 15_000,
    description: "Time limit for a webhook's response, in milliseconds.",
  }),
  retrySeconds: Type.Array(Type.Number({ minimum: 0 }), {
    default: [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
    description: "Delays between delivery attempts, in seconds, with 10% jitter.",
  }),
  disableAfterDays: Type.Number({
    minimum: 0,
    default: 5,
    description: "Number of days with only failures after which a webhook is disabled.",
  }),
  keepDays: Type.Integer({
    minimum: 1,
    default: 30,
    description: "Retention of events and delivery logs, in days.",
  }),
  maxStreams: Type.Integer({
    minimum: 1,
    default: 20,
    description: "Maximum number of open event streams per account and replica.",
  }),
  replay: Type.Integer({
    minimum: 0,
    default: 1000,
    description: "Maximum number of missed events that are replayed after a reconnect.",
  }),
  heartbeatMs: Type.Integer({
    minimum: 10,
    maximum: 60_000,
    default: 15_000,
    description: "Heartbeat interval of event streams, in milliseconds.",
  }),
});
export type Settings = Static<typeof settings>;
