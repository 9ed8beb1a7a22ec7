/** Checks modules at load time, for mistakes that would otherwise fail silently or much later. */
import { Kind, type TSchema } from "@sinclair/typebox";
import { Cron } from "croner";
import { Memoirist } from "memoirist";
import { ConfigSchema } from "#core/config/config";
import { listSettings } from "#core/config/settings";
import type { Engine, Provider } from "#core/engine";
import type { Facts } from "#core/facts";
import type { Engines } from "#core/generations/engines";
import { BASE } from "#core/http/paths";
import type { RouteFacts } from "#core/http/router";
import { ModuleShape, StartedShape } from "#core/loader/contract";
import { describeModule, explainModuleError } from "#core/loader/errors";
import type { Module, Started } from "#core/module";
import { findNearest } from "#core/nearest";
import { isVersion, versions } from "#core/request/versions";
import { withDeadline } from "#core/timing";
import { listFaults } from "#core/validation";

const PATH = /^\/[a-z0-9-]+(\/[a-z0-9-]+)*$/;

/** Path prefixes of a module's routes. Several modules may share the base path itself, and the root. */
const getPrefix = (module: Module) => `${BASE}${module.prefix ?? `/${module.name}`}`;
const getOpenPrefix = (module: Module) => module.openPrefix ?? `/open/${module.name}`;

/** Variables of the server's own settings. */
const kernelVariables = new Set(listSettings(ConfigSchema).flatMap(({ env }) => env ?? []));

/** Names the module in every difference between a value and its shape. */
function requireShape(module: Module, schema: TSchema, value: unknown, at = ""): void {
  const faults = listFaults(schema, value, at);
  if (faults.length > 0) throw new Error(`${describeModule(module)} is not valid: ${faults.join("; ")}.`);
}

/** Checks one module: the shape of its facts, its prefixes and its settings schema. */
export function checkFacts(module: Module): void {
  requireShape(module, ModuleShape, module);
  for (const key of ["prefix", "openPrefix"] as const) {
    const path = module[key];
    if (path && !PATH.test(path))
      throw new Error(`${describeModule(module)} has the ${key} "${path}". Use a path such as "/notes".`);
  }
  const fault = module.settings && (findSchemaFault(module.settings, "settings") ?? findVariableFault(module.settings));
  if (fault) throw new Error(`${describeModule(module)} has an invalid settings schema: ${fault}.`);
}

/** Returns the first fault of the variables that a settings schema names. */
function findVariableFault(settings: NonNullable<Module["settings"]>): string | undefined {
  for (const { path, env } of listSettings(settings)) {
    if (env === undefined) continue;
    if (typeof env !== "string") return `settings.${path}.env is ${env}. Name a variable, such as NOTES_URL`;
    if (kernelVariables.has(env)) return `settings.${path}.env is ${env}, which the server reads for itself`;
  }
  return undefined;
}

/** Checks all modules: no two may serve the same paths. */
export function checkPrefixes(modules: readonly Module[]): void {
  const owners = new Map<string, Module>();
  for (const module of modules) {
    const prefixes = [getPrefix(module), getOpenPrefix(module)].filter((prefix) => prefix !== BASE && prefix !== "");
    for (const prefix of prefixes) {
      const owner = owners.get(prefix);
      if (owner)
        throw new Error(
          `${describeModule(module)} uses the prefix ${prefix}, which belongs to the module ${owner.name}.`,
        );
      owners.set(prefix, module);
    }
  }
}

/** Names in a module's facts, each with the declarations that it must be among. */
const listReferences = (module: Module) => [
  ...Object.entries(module.events ?? {}).map(([type, { scope }]) => ({
    at: `events["${type}"].scope`,
    what: "scope" as const,
    name: scope,
  })),
  ...Object.keys(module.roles ?? {}).map((name) => ({ at: "roles", what: "scope" as const, name })),
  ...Object.entries(module.implies ?? {})
    .flat(2)
    .map((name) => ({ at: "implies", what: "scope" as const, name })),
  ...Object.entries(module.slots ?? {}).flatMap(([slot, { price }]) =>
    price === undefined ? [] : [{ at: `slots.${slot}.price`, what: "price" as const, name: price }],
  ),
];

/** Refuses facts that refer to a scope or price that no module declares. */
export function checkReferences(modules: readonly Module[], facts: Facts): void {
  const declared = { scope: facts.scopes, price: Object.keys(facts.prices) };
  for (const module of modules) {
    for (const { at, what, name } of listReferences(module)) {
      if (!declared[what].includes(name))
        throw refuseName(module, `names the ${what} ${name} in ${at}`, name, declared[what]);
    }
  }
}

/** An error about a name that no module declares, with the declared one that was probably meant. */
function refuseName(module: Module, action: string, name: string, declared: readonly string[]): Error {
  const nearest = findNearest(name, declared);
  return new Error(
    `${describeModule(module)} ${action}, which no module declares.${nearest ? ` Did you mean ${nearest}?` : ""}`,
  );
}

const TYPES = ["object", "array", "string", "integer", "number", "boolean"];

/** Returns the first fault of a plain JSON Schema. TypeBox schemas are checked by the compiler. */
function findSchemaFault(schema: object, at: string): string | undefined {
  if (Kind in schema) return undefined;
  const { type, properties, items, required, enum: values, default: preset } = schema as Record<string, unknown>;
  if (type !== undefined && !TYPES.includes(String(type))) {
    return `${at}.type is ${JSON.stringify(type)}. Use one of ${TYPES.join(", ")}`;
  }
  if (values !== undefined && !Array.isArray(values)) return `${at}.enum must be a list`;
  if (preset !== undefined && type !== undefined && !hasType(preset, String(type))) {
    return `${at}.default is ${JSON.stringify(preset)}, which is not of type ${type}`;
  }
  if (items !== undefined)
    return isObject(items) ? findSchemaFault(items, `${at}.items`) : `${at}.items must be a schema`;
  if (properties === undefined) return undefined;
  if (!isObject(properties)) return `${at}.properties must be an object`;
  const missing = Array.isArray(required) ? required.find((name) => !(name in properties)) : undefined;
  if (missing !== undefined) return `${at}.required names "${missing}", which is not among its properties`;
  for (const [name, child] of Object.entries(properties)) {
    const fault = isObject(child) ? findSchemaFault(child, `${at}.${name}`) : `${at}.${name} must be a schema`;
    if (fault) return fault;
  }
  return undefined;
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function hasType(value: unknown, type: string): boolean {
  if (type === "object") return isObject(value);
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

/**
 * Checks the return value of `start`: its shape, cron patterns, engines and their slots, and model ids that another
 * engine of the slot already lists.
 */
export function checkStarted(module: Module, started: Started, engines: Engines, slots: Facts["slots"]): void {
  requireShape(module, StartedShape, started);
  for (const [name, { cron }] of Object.entries(started.schedules ?? {})) {
    try {
      new Cron(cron, { paused: true }).stop();
    } catch (error) {
      throw explainModuleError(module, `has an invalid cron pattern "${cron}" in its schedule ${name}`, error);
    }
  }
  for (const { kind, slot, otherSlots = [] } of started.kinds ?? []) {
    const unknown = [slot, ...otherSlots].find((name) => !Object.hasOwn(slots, name));
    if (unknown) throw refuseName(module, `names the slot ${unknown} in its kind ${kind}`, unknown, Object.keys(slots));
  }
  for (const [slot, engine] of Object.entries(started.engines ?? {})) {
    if (engine === undefined) continue;
    if (!Object.hasOwn(slots, slot))
      throw refuseName(module, `has an engine for the slot ${slot}`, slot, Object.keys(slots));
    const shape = slots[slot]?.engine;
    if (shape) requireShape(module, shape, engine, `engines.${slot}`);
    checkDurations(module, slot, engine as Engine<never>);
    checkModels(module, engine as Engine<never>, engines.of(slot as never) as readonly Provider[]);
  }
}

function checkDurations(module: Module, slot: string, { models = [] }: Engine<never>): void {
  for (const { id, duration } of models) {
    if (!duration || (duration.min <= duration.default && duration.default <= duration.max)) continue;
    throw new Error(
      `${describeModule(module)} is not valid: engines.${slot} has the model ${id}, whose default duration is outside its range.`,
    );
  }
}

/**
 * Checks that model ids are unique in a slot, because they choose the engine. Engines that accept any id are told apart
 * by name.
 */
function checkModels(module: Module, engine: Engine<never>, others: readonly Provider[]): void {
  const owners = new Map<string, string>();
  for (const other of others as readonly Engine<never>[]) {
    if (engine.accepts && other.accepts) continue;
    for (const { id } of other.models ?? []) owners.set(id, other.name);
  }
  for (const { id } of engine.models ?? []) {
    const owner = owners.get(id);
    if (owner)
      throw new Error(`${describeModule(module)} has the model "${id}", which the engine ${owner} has already.`);
    owners.set(id, engine.name);
  }
}

/**
 * Refuses routes that another module has, because the router silently keeps one of the two, routes whose scope,
 * rate-limit group or price no module declares, and pages and events of routes that do not exist.
 */
export function checkRoutes(all: readonly { module: Module; started: Started }[], facts: Facts): void {
  const owners = new Map<string, Module>();
  for (const { module, started } of all) {
    for (const { route, detail } of listRoutes(module, started)) {
      const key = toRouteKey(route);
      const owner = owners.get(key);
      if (owner) {
        const fault = owner === module ? " twice" : `, which the module ${owner.name} has already`;
        throw new Error(`${describeModule(module)} has the route ${route}${fault}.`);
      }
      owners.set(key, module);
      if (detail["x-cost"] && !Array.isArray(detail["x-cost"]))
        throw new Error(
          `${describeModule(module)} is not valid: cost of ${route} must be an array, not ${JSON.stringify(detail["x-cost"])}.`,
        );
      const fault = findUndeclared(detail, facts);
      if (fault) throw new Error(`${describeModule(module)} uses ${fault} in ${route}, which no module declares.`);
    }
  }
  for (const { module, started } of all) {
    checkPage(module, started);
    checkChanges(module, (route) => owners.has(toRouteKey(route.replace(" ", ` ${BASE}`))));
    for (const [type, { route }] of Object.entries(module.events ?? {})) {
      if (route === undefined || owners.has(toRouteKey(route.replace(" ", ` ${BASE}`)))) continue;
      throw new Error(
        `${describeModule(module)} is not valid: events["${type}"].route is ${route}, which is not a route of any module.`,
      );
    }
  }
}

/** Refuses conversions that no request reaches: of an unknown version, or of a route that does not exist. */
function checkChanges(module: Module, hasRoute: (route: string) => boolean): void {
  for (const [at, { until, route }] of (module.changes ?? []).entries()) {
    if (!isVersion(until)) {
      const known = versions.map(({ version }) => version).join(" or ");
      throw new Error(`${describeModule(module)} is not valid: changes.${at}.until must be ${known}, not ${until}.`);
    }
    if (!hasRoute(route))
      throw new Error(
        `${describeModule(module)} is not valid: changes.${at}.route is ${route}, which is not a route of any module.`,
      );
  }
}

/** Refuses a page whose path no open route of the module serves. */
function checkPage(module: Module, { open }: Started): void {
  if (!module.page) return;
  const { path } = module.page;
  const paths = (open?.routes ?? []).filter(({ method }) => /^(GET|ALL)$/.test(method)).map((route) => route.path);
  const router = new Memoirist<true>();
  for (const pattern of new Set(paths)) router.add("GET", pattern, true);
  if (router.find("GET", path)) return;
  const served = paths.length > 0 ? ` Its open routes: ${paths.join(", ")}.` : " It has no open routes.";
  throw new Error(
    `${describeModule(module)} is not valid: page.path is ${path}, which none of its open routes serves.${served}`,
  );
}

/** Routes that differ only in the names of parameters are the same. */
const toRouteKey = (route: string): string => route.replace(/:\w+/g, ":").replace(/\/$/, "");

const listRoutes = (module: Module, { routes, open }: Started) =>
  [
    { prefix: getPrefix(module), router: routes },
    { prefix: getOpenPrefix(module), router: open },
  ].flatMap(({ prefix, router }) =>
    (router?.routes ?? []).map(({ method, path, hooks }) => ({
      route: `${method} ${prefix}${path}`,
      detail: (hooks.detail ?? {}) as RouteFacts,
    })),
  );

function findUndeclared(detail: RouteFacts, facts: Facts): string | undefined {
  const { "x-scope": scope, "x-limit": limit, "x-cost": prices = [] } = detail;
  if (scope !== undefined && scope !== "any" && !facts.scopes.includes(scope)) return `the scope ${scope}`;
  if (limit !== undefined && !Object.hasOwn(facts.limits, limit)) return `the rate-limit group ${limit}`;
  const price = prices.find((name) => !Object.hasOwn(facts.prices, name));
  return price && `the price ${price}`;
}

/** Calls `start` with a time limit, and names the module in every error. */
export async function startWithin(
  module: Module,
  context: unknown,
  { limitMs, signal }: { limitMs: number; signal?: AbortSignal | undefined },
): Promise<Started> {
  const late = () => new Error(`no result after ${limitMs / 1000} s`);
  try {
    return await withDeadline(limitMs, late, async () => module.start(context as never), signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw explainModuleError(module, "could not start", error);
  }
}
