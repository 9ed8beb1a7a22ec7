/** Smallest change that counts as a cut. */
const LEAST = 0.3;
/** Minimum ratio of a cut to the changes around it. */
const TIMES = 2.2;
const AROUND = 6;

/**
 * Places of hard cuts: `amounts[i]` is the change from picture i to picture i + 1, and the place i says that the cut lies
 * between the two. Adaptive: where everything moves, only what stands out counts. Fades and dissolves are none.
 */
export function findCuts(amounts: readonly number[]): number[] {
  return amounts.flatMap((amount, i) => {
    if (amount < LEAST || amount < (amounts[i - 1] ?? 0) || amount <= (amounts[i + 1] ?? 0)) return [];
    const near = [...amounts.slice(Math.max(0, i - AROUND), i), ...amounts.slice(i + 1, i + 1 + AROUND)];
    // Below the middle, since in a fast edit every other change is a cut.
    const usual = near.toSorted((a, b) => a - b)[Math.floor(near.length * 0.4)] ?? 0;
    return amount > TIMES * usual + 0.08 ? [i] : [];
  });
}
