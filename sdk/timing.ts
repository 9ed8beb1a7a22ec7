export { deadline, untilAborted } from "#core/timing";
