/** Commands of the `vireo` program. */
export type { Command, CommandCall, Output } from "#core/command";
