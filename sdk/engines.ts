/** Chooses engines by slot and model. */
export type { Engines } from "#core/generations/engines";
