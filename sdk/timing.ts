export { deadline, pause, untilAborted } from "#core/timing";
