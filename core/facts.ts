import type { TObject } from "@sinclair/typebox";
import { defaultLimits } from "#core/access/limits";
import type { RoleName } from "#core/access/roles";
import { ADMIN } from "#core/access/scopes";
import { declareErrors, type ErrorFact, kernelErrors } from "#core/request/errors";

/** An event type: the scope that it requires, and the route whose response its data has. */
export interface EventFact {
  /** Scope that a key needs to receive the event. */
  scope: string;
  /** Such as `GET /notes/:noteId`: data is converted to older API versions like that route's response. */
  route?: string;
}

export interface PriceFact {
  credits: number;
  description: string;
  /** Unit of the price. Default: one call. */
  per?: "call" | "second";
}

/** A kind of work that engines do. */
export interface SlotFact {
  /** Name of the price of the slot's models, unless a model has its own price. */
  price?: string;
  /** Unit of the price, as shown by GET /models: "image", "second". Free if `price` is not set. */
  per?: string;
  /** Advice for the operator if no engine fills the slot, shown by `vireo doctor`. */
  missing?: string;
  /** Members that its engines must have. */
  engine?: TObject;
}

/** A field of a template: a named value in its body, written as `{{name}}`. */
export interface TemplateField {
  /** Letters and digits, starting with a lower-case letter. */
  name: string;
  type: "text" | "longText" | "image" | "video" | "audio" | "color" | "number" | "price" | "url" | "boolean" | "choice";
  /** Name in forms. */
  label?: string;
  /** True if it cannot be hidden, and needs a value if it has no default. */
  required?: boolean;
  default?: string | number | boolean;
  /** Maximum length of a text, in characters. */
  maxLength?: number;
  /** Sample value for forms and previews. */
  example?: string | number | boolean;
  /** Values of a choice. */
  options?: readonly string[];
}

/** A request with named fields, such as that of a sale clip. */
export interface TemplateFact {
  name: string;
  description?: string;
  /** What its body is a request for: `video`, `image`, or `render` for layers of a video. */
  kind: string;
  fields: readonly TemplateField[];
  /** Body of a request with `{{name}}` in its texts. */
  body: Readonly<Record<string, unknown>>;
}

/** A declared template with the module that declares it. */
export interface DeclaredTemplate extends TemplateFact {
  module: string;
}

/** Everything that modules declare as data, collected once before anything starts. */
export interface Facts {
  /** All scopes, `admin` last. */
  scopes: readonly string[];
  events: Readonly<Record<string, EventFact>>;
  prices: Readonly<Record<string, PriceFact>>;
  /** All kinds of errors, by status. */
  errors: Readonly<Record<string, ErrorFact>>;
  /** Default requests per minute, by group. */
  limits: Readonly<Record<string, number>>;
  slots: Readonly<Record<string, SlotFact>>;
  /** Lowest role of a person with a scope, where modules declare it. */
  roles: Readonly<Record<string, RoleName>>;
  /** Scopes that others include. */
  implies: Readonly<Record<string, readonly string[]>>;
  /** Actions that are recorded in the audit log. */
  audited: readonly string[];
  /** Templates by id. */
  templates: Readonly<Record<string, DeclaredTemplate>>;
}

/** Declarations of one module; the contract in module.ts describes each fact. */
interface Declared {
  name: string;
  scopes?: readonly string[];
  events?: Readonly<Record<string, EventFact>>;
  prices?: Readonly<Record<string, PriceFact>>;
  limits?: Readonly<Record<string, number>>;
  errors?: Readonly<Record<string, ErrorFact>>;
  slots?: Readonly<Record<string, SlotFact>>;
  audited?: readonly string[];
  roles?: Readonly<Record<string, RoleName>>;
  implies?: Readonly<Record<string, readonly string[]>>;
  templates?: Readonly<Record<string, TemplateFact>>;
}

/** The kernel's own facts, including accounts, keys and the ledger. */
const kernel: Declared = {
  name: "kernel",
  scopes: ["credits:read"],
  events: {
    "credits.low": { scope: "credits:read" },
    // Emitted in the owner account.
    "backup.completed": { scope: ADMIN },
    "backup.failed": { scope: ADMIN },
  },
  limits: defaultLimits,
  errors: kernelErrors,
  audited: [
    ...["account.created", "account.suspended", "account.resumed", "account.deletion_scheduled", "account.deleted"],
    ...["key.created", "key.updated", "key.rotated", "key.revoked", "credits.granted"],
    "settings.changed",
  ],
};

const FORMS = {
  scope: /^[a-z][a-z-]*:[a-z]+$/,
  event: /^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/,
  price: /^[a-z][A-Za-z0-9]*$/,
  "rate-limit group": /^[a-z][a-z0-9-]*$/,
  "error kind": /^[a-z][a-z0-9_]*$/,
  slot: /^[a-z][a-z0-9-]*$/,
  "audited action": /^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/,
  template: /^[a-z][a-z0-9_]{0,23}$/,
} as const;

/**
 * Collects the facts of all modules. Scopes, rate-limit groups and slots may be shared by modules that agree on them;
 * event types, prices and error kinds have one owner. Throws with the names of the modules that disagree.
 */
export function collectFacts<Module extends Declared>(
  modules: readonly Module[],
  describe: (module: Module) => string = ({ name }) => `The module ${name}`,
): Facts {
  const all: readonly Declared[] = [kernel, ...modules];
  for (const module of modules) checkNames(module, describe(module));
  const errors = merge("error kind", all, (module) => module.errors);
  declareErrors(errors);
  return {
    scopes: [...new Set(all.flatMap(({ scopes = [] }) => scopes)), ADMIN],
    events: merge("event", all, (module) => module.events),
    prices: merge("price", all, (module) => module.prices),
    limits: merge("rate-limit group", all, (module) => module.limits, agree),
    errors: Object.fromEntries(Object.entries(errors).toSorted(([, a], [, b]) => a.status - b.status)),
    slots: merge("slot", all, (module) => module.slots, agree),
    roles: merge("scope", all, (module) => module.roles, agree),
    implies: merge("scope", all, (module) => module.implies, agree),
    audited: Object.keys(
      merge("audited action", all, ({ audited = [] }) => Object.fromEntries(audited.map((action) => [action, true]))),
    ),
    templates: merge("template", all, ({ name, templates = {} }) =>
      Object.fromEntries(Object.entries(templates).map(([id, fact]) => [id, { ...fact, module: name }])),
    ),
  };
}

const agree = (a: unknown, b: unknown): boolean => Bun.deepEquals(a, b);

function merge<Fact>(
  what: keyof typeof FORMS,
  modules: readonly Declared[],
  read: (module: Declared) => Readonly<Record<string, Fact>> | undefined,
  mayShare: (a: Fact, b: Fact) => boolean = () => false,
): Record<string, Fact> {
  const merged: Record<string, Fact> = {};
  const owners: Record<string, string> = {};
  for (const module of modules) {
    const facts = read(module) ?? {};
    for (const [name, fact] of Object.entries(facts)) {
      const other = merged[name];
      if (other !== undefined && !mayShare(other, fact)) {
        throw new Error(`The modules ${owners[name]} and ${module.name} both declare the ${what} ${name}.`);
      }
      merged[name] = fact;
      owners[name] = module.name;
    }
  }
  return merged;
}

/** Refuses a name that does not have the form of its kind. */
function checkNames(module: Declared, title: string): void {
  const names: Readonly<Record<keyof typeof FORMS, readonly string[]>> = {
    scope: module.scopes ?? [],
    event: Object.keys(module.events ?? {}),
    price: Object.keys(module.prices ?? {}),
    "rate-limit group": Object.keys(module.limits ?? {}),
    "error kind": Object.keys(module.errors ?? {}),
    slot: Object.keys(module.slots ?? {}),
    "audited action": module.audited ?? [],
    template: Object.keys(module.templates ?? {}),
  };
  for (const [what, form] of Object.entries(FORMS) as [keyof typeof FORMS, RegExp][]) {
    const wrong = names[what].find((name) => !form.test(name));
    if (wrong !== undefined) throw new Error(`${title} declares an invalid ${what}: "${wrong}".`);
  }
}

/** Applies configured prices over the declared ones. */
export function resolvePrices(
  { prices }: Pick<Facts, "prices">,
  config: { prices: Readonly<Record<string, number>>; modelPrices: Readonly<Record<string, number>> },
): Prices {
  const credits = Object.fromEntries(
    Object.entries(prices).map(([name, fact]) => [name, config.prices[name] ?? fact.credits]),
  );
  return {
    get(name, model) {
      const price = (model !== undefined ? config.modelPrices[model] : undefined) ?? credits[name];
      if (price === undefined) throw new Error(`No module declares the price ${name}.`);
      return price;
    },
    list: () => Object.entries(prices).map(([name, { per = "call" }]) => ({ name, credits: credits[name] ?? 0, per })),
  };
}

/** Credits per unit of work. */
export interface Prices {
  /** Credits for one unit. A configured price of the model itself takes precedence. */
  get(name: string, model?: string): number;
  list(): { name: string; credits: number; per: "call" | "second" }[];
}

/** Applies configured requests per minute over the declared ones. */
export const resolveLimits = (
  { limits }: Pick<Facts, "limits">,
  config: { limits: Readonly<Record<string, number>>; limitPerMinute?: number },
): Record<string, number> =>
  Object.fromEntries(
    Object.entries(limits).map(([group, declared]) => [
      group,
      config.limitPerMinute ?? config.limits[group] ?? declared,
    ]),
  );
