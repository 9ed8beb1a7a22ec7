/** Rows of a module's own that become due, and are worked on under a lease. */
export { type HeldRows, isAbandoned } from "#core/work/holders";
export { lockTurns, readTurn, takeTurn } from "#core/work/turns";
export type { WorkKind, WorkSender, WorkSignals } from "#core/work/work";
