import type { Changes } from "#core/request/versions";

/** A successful call of an operation, recorded by the tests. */
export interface Example {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  /** File name for the form field `file`. */
  file?: string;
  status: number;
  /** JSON, or text of another media type. Undefined if there is no body. */
  response?: unknown;
}

export interface Examples {
  /** Examples by API version and operationId. Those of the latest version also serve older ones, converted. */
  operations?: Readonly<Record<string, Readonly<Record<string, Example>>>>;
  /** Data of events, by type, in the latest version. */
  events?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Where {
  version: string;
  latest: string;
  operationId: string;
  /** `GET /videos/:videoId`. */
  route: string;
  changes: Changes;
  /** Name of a path parameter in this version. */
  parameterName(name: string): string;
}

/** Returns the operation's example in a version: its own, or the latest version's converted like the edge would. */
export function findExample(
  { operations = {} }: Examples,
  { version, latest, operationId, route, changes, parameterName }: Where,
) {
  const own = operations[version]?.[operationId];
  const newest = operations[latest]?.[operationId];
  if (own || version === latest || !newest) return own;
  const { path, response, ...rest } = newest;
  // In older versions, ids in paths have the names and formats of those in read responses.
  const read = route.replace(/^\w+/, "GET");
  const convertId = ([name, id]: [string, string]) => {
    const [old] = Object.values(changes.response(version, read, { [name]: id }) as Record<string, string>);
    return [parameterName(name), old ?? id];
  };
  return {
    ...rest,
    path: path && (Object.fromEntries(Object.entries(path).map(convertId)) as Record<string, string>),
    response: response === undefined ? undefined : changes.response(version, route, response),
  };
}

/** Loads the examples of all modules once, when they are first needed. */
export function createExamples(modules: readonly { examples?: () => Promise<Examples> }[]): () => Promise<Examples> {
  let loaded: Promise<Examples> | undefined;
  return () => {
    loaded ??= Promise.all(modules.map((module) => module.examples?.() ?? {})).then(merge);
    return loaded;
  };
}

const merge = (all: readonly Examples[]): Examples =>
  all.reduce<Examples>(
    (merged, { operations = {}, events }) => ({
      operations: {
        ...merged.operations,
        ...Object.fromEntries(
          Object.entries(operations).map(([version, one]) => [version, { ...merged.operations?.[version], ...one }]),
        ),
      },
      events: { ...merged.events, ...events },
    }),
    {},
  );

/**
 * Returns sample data of an event type: recorded, or that of another event of the same subject, with the status that
 * the event reports.
 */
export function findEventSample({ events = {} }: Examples, type: string): Record<string, unknown> | undefined {
  if (events[type]) return events[type];
  const [subject = "", status] = type.split(".");
  const sibling = Object.entries(events).find(([other]) => other.startsWith(`${subject}.`))?.[1];
  return sibling && { ...sibling, ...("status" in sibling ? { status } : {}) };
}
