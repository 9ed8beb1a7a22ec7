import { type Static, Type } from "@sinclair/typebox";
import { Group } from "vireo/settings";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export const settings = Group({
  maxWebhooks: Type.Integer({ minimum: 1, default: 20, description: "Webhooks of an account at most." }),
  timeoutMs: Type.Integer({
    minimum: 100,
    maximum: 60_000,
    default: 15_000,
    description: "Time that a webhook has to answer.",
  }),
  retrySeconds: Type.Array(Type.Number({ minimum: 0 }), {
    default: [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
    description: "Pauses between the attempts of a delivery; a tenth more or less is left to chance.",
  }),
  disableAfterDays: Type.Number({
    minimum: 0,
    default: 5,
    description: "A webhook is disabled when it has only failed for so long.",
  }),
  keepDays: Type.Integer({
    minimum: 1,
    default: 30,
    description: "Days that events and the log of deliveries are kept.",
  }),
  maxStreams: Type.Integer({
    minimum: 1,
    default: 20,
    description: "Open event streams of an account at most, on each replica.",
  }),
  replay: Type.Integer({
    minimum: 0,
    default: 1000,
    description: "Missed events that a stream brings after a reconnect, at most.",
  }),
  heartbeatMs: Type.Integer({
    minimum: 10,
    maximum: 60_000,
    default: 15_000,
    description: "An event stream says at least so often that it is still there.",
  }),
});
export type Settings = Static<typeof settings>;
