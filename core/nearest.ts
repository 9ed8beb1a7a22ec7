/** Returns the number of edits between two words: insertions, deletions, replacements and swaps of neighbours. */
function countEdits(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, replaced, swapped));
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

/** Finds the command that was probably meant. A third of its letters may differ; further arguments are ignored. */
export function findNearest(typed: string, names: readonly string[]): string | undefined {
  const candidates = names.map((name) => {
    const words = typed.split(" ").slice(0, name.split(" ").length).join(" ");
    return { name, edits: countEdits(words, name) / name.length };
  });
  const [best] = candidates.toSorted((a, b) => a.edits - b.edits);
  return best && best.edits <= 1 / 3 ? best.name : undefined;
}
