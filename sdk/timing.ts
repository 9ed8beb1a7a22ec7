/** Waiting with time limits and abort signals. */
export { deadline, pause, untilAborted } from "#core/timing";
