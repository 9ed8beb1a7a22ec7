/** Waiting with time limits and abort signals. */
export { pause, untilAborted, withDeadline } from "#core/timing";
