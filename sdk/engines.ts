export type { Engines } from "#core/generations/engines";
