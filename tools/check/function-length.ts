import { type CallExpression, type Expression, type Node, parseSync } from "oxc-parser";

/** Longest function, in counted lines. */
export const LIMIT = 80;

export type LongFunction = { file: string; line: number; name: string; lines: number };

const ROUTE_METHODS = new Set(["get", "post", "put", "patch", "delete", "all", "route"]);
const TEST_FUNCTIONS = new Set(["test", "it", "describe"]);

type Span = { start: number; end: number };

/**
 * Lists the functions of a file that are longer than the limit.
 *
 * The length of a function is its number of lines, including nested functions, blank lines and comments. Tables inside
 * it are not counted: object and array literals that contain no function, routes (`.get("/path", handler, options)`)
 * and tests (`test("name", body)`). A route's handler and a test's body are measured as functions of their own.
 */
export function findLongFunctions(file: string, source: string, limit = LIMIT): LongFunction[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const lineOf = lineIndex(source);
  const functions: (Span & { name: string })[] = [];
  const literals: Span[] = [];
  const declarations: Span[] = [];
  const names = new Map<number, string>();
  for (const node of walk(program)) {
    if (node.type === "VariableDeclarator" && node.init && node.id.type === "Identifier") {
      names.set(node.init.start, node.id.name);
    } else if ((node.type === "Property" || node.type === "MethodDefinition") && node.key.type === "Identifier") {
      names.set(node.value.start, node.key.name);
    } else if (node.type === "FunctionDeclaration" || node.type === "FunctionExpression") {
      functions.push({
        start: node.start,
        end: node.end,
        name: node.id?.name ?? names.get(node.start) ?? "(anonymous)",
      });
    } else if (node.type === "ArrowFunctionExpression") {
      functions.push({ start: node.start, end: node.end, name: names.get(node.start) ?? "(anonymous)" });
    } else if (node.type === "ObjectExpression" || node.type === "ArrayExpression") {
      literals.push(node);
    } else if (node.type === "CallExpression") {
      declarations.push(...getDeclaration(node));
    }
  }
  const starts = functions.map(({ start }) => start).sort((a, b) => a - b);
  const tables = [...declarations, ...literals.filter((literal) => !hasStartWithin(starts, literal))];
  return functions.flatMap(({ start, end, name }) => {
    const lines = countLines({ start, end }, tables, lineOf);
    return lines > limit ? [{ file, line: lineOf(start) + 1, name, lines }] : [];
  });
}

/** Yields a node and everything below it, parents first. */
function* walk(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === "object" && "type" in child) yield* walk(child as Node);
    }
  }
}

/** Where a call declares a route or a test; empty for other calls. */
function getDeclaration(node: CallExpression): Span[] {
  const { callee } = node;
  const [first] = node.arguments;
  if (TEST_FUNCTIONS.has(getRootName(callee) ?? "")) return [node];
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return [];
  if (!ROUTE_METHODS.has(callee.property.name) || first?.type !== "Literal") return [];
  if (typeof first.value !== "string" || (first.value !== "" && !first.value.startsWith("/"))) return [];
  return [{ start: callee.property.start, end: node.end }];
}

/** `test` for `test`, `test.each(rows)` and `test.if(condition)`. */
function getRootName(node: Expression): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression") return getRootName(node.object);
  if (node.type === "CallExpression") return getRootName(node.callee);
  return undefined;
}

function hasStartWithin(sorted: number[], { start, end }: Span): boolean {
  return sorted.some((position) => position > start && position < end);
}

/** Counts lines of a function, without those that lie between the first and the last line of a table in it. */
function countLines(span: Span, tables: Span[], lineOf: (offset: number) => number): number {
  const first = lineOf(span.start);
  const last = lineOf(span.end);
  const uncounted = new Set<number>();
  for (const table of tables) {
    if (table.start < span.start || table.end > span.end) continue;
    for (let line = lineOf(table.start) + 1; line < lineOf(table.end); line++) uncounted.add(line);
  }
  return last - first + 1 - uncounted.size;
}

/** Returns a function that maps an offset to a line number, counted from 0. */
function lineIndex(source: string): (offset: number) => number {
  const breaks: number[] = [];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) breaks.push(at);
  return (offset) => {
    let low = 0;
    let high = breaks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (breaks[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
