/** What a module declares as data: events, prices, slots and error kinds. */
export type { EventFact, PriceFact, Prices, SlotFact } from "#core/facts";
export type { ErrorFact } from "#core/request/errors";
