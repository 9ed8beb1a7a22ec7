export type { Command } from "#core/command";
