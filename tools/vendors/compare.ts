/** Lines of declarations, without comments and indentation. */
const listLines = (types: string): string[] =>
  types
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .map((line) => line.replace(/\/\/.*$/, "").trim())
    .filter((line) => /\w/.test(line));

/** The lines of `lines` that `others` has less often. */
function subtract(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0;
    if (left > 0) counts.set(line, left - 1);
    return left === 0;
  });
}

/** What two versions of type declarations differ in. Comments, order and indentation do not count. */
export function compareTypes(before: string, after: string): { added: string[]; removed: string[] } {
  const [old, current] = [listLines(before), listLines(after)];
  return { added: subtract(current, old), removed: subtract(old, current) };
}
