/** Waiting with time limits, abort signals and fair turns. */
export { FairQueue } from "#core/fair-queue";
export { pause, singleFlight, untilAborted, withDeadline } from "#core/timing";
