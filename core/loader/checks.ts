/** Checks modules at load time, for mistakes that would otherwise fail silently or much later. */
import { Kind } from "@sinclair/typebox";
import { Cron } from "croner";
import type { Engine, Provider } from "#core/engine";
import type { Facts } from "#core/facts";
import type { Engines } from "#core/generations/engines";
import { BASE } from "#core/http/paths";
import type { RouteFacts } from "#core/http/router";
import { describeModule, explainModuleError } from "#core/loader/errors";
import type { Module, Started } from "#core/module";
import { withDeadline } from "#core/timing";

const PATH = /^\/[a-z0-9-]+(\/[a-z0-9-]+)*$/;

/** Path prefixes of a module's routes. Several modules may share the base path itself, and the root. */
const getPrefix = (module: Module) => `${BASE}${module.prefix ?? `/${module.name}`}`;
const getOpenPrefix = (module: Module) => module.openPrefix ?? `/open/${module.name}`;

/** Checks one module: the shape of its prefixes and its settings schema. */
export function checkFacts(module: Module): void {
  for (const key of ["prefix", "openPrefix"] as const) {
    const path = module[key];
    if (path && !PATH.test(path))
      throw new Error(`${describeModule(module)} has the ${key} "${path}". Use a path such as "/notes".`);
  }
  const fault = module.settings && findSchemaFault(module.settings, "settings");
  if (fault) throw new Error(`${describeModule(module)} has an invalid settings schema: ${fault}.`);
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

/** Checks the return value of `start`: cron patterns, and model ids that another engine of the slot already lists. */
export function checkStarted(module: Module, started: Started, engines: Engines): void {
  for (const [name, { cron }] of Object.entries(started.schedules ?? {})) {
    try {
      new Cron(cron, { paused: true }).stop();
    } catch (error) {
      throw explainModuleError(module, `has an invalid cron pattern "${cron}" in its schedule ${name}`, error);
    }
  }
  for (const [slot, engine] of Object.entries(started.engines ?? {})) {
    checkModels(module, engine as Engine<never>, engines.of(slot as never) as readonly Provider[]);
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
 * Refuses routes that another module has, because the router silently keeps one of the two, and routes whose scope,
 * rate-limit group or price no module declares.
 */
export function checkRoutes(all: readonly { module: Module; started: Started }[], facts: Facts): void {
  const owners = new Map<string, Module>();
  for (const { module, started } of all) {
    for (const { route, detail } of listRoutes(module, started)) {
      const key = route.replace(/:\w+/g, ":").replace(/\/$/, "");
      const owner = owners.get(key);
      if (owner && owner !== module) {
        throw new Error(
          `${describeModule(module)} has the route ${route}, which the module ${owner.name} has already.`,
        );
      }
      owners.set(key, module);
      const fault = findUndeclared(detail, facts);
      if (fault) throw new Error(`${describeModule(module)} uses ${fault} in ${route}, which no module declares.`);
    }
  }
}

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
