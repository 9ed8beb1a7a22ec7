/** What a module declares as data: events, prices, slots, templates and error kinds. */
export type {
  DeclaredTemplate,
  EventFact,
  PriceFact,
  Prices,
  SlotFact,
  TemplateFact,
  TemplateField,
} from "#core/facts";
export type { ErrorFact } from "#core/request/errors";
