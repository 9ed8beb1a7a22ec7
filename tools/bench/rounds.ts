/** Timings of several works side by side: their order changes with each turn, so that what else the machine does hits all alike. */
export type Works<Name extends string> = Record<Name, (q: string) => Promise<unknown>>;
export interface Times {
  p50: number;
  p95: number;
  p99: number;
}

export const median = (values: readonly number[]): number => at(values, 0.5);
function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;
}
export const timesOf = (values: readonly number[]): Times => ({
  p50: at(values, 0.5),
  p95: at(values, 0.95),
  p99: at(values, 0.99),
});
export const shown = ({ p50, p95, p99 }: Times): string =>
  `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;

/** One round: each work once with each question. Milliseconds. */
async function round<Name extends string>(works: Works<Name>, questions: readonly string[]) {
  const names = Object.keys(works) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (const [turn, q] of questions.entries()) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(turn + i) % names.length]!;
      const from = performance.now();
      await works[name](q);
      taken[name].push(performance.now() - from);
    }
  }
  return Object.fromEntries(names.map((name) => [name, timesOf(taken[name])])) as Record<Name, Times>;
}

/** Several rounds, after one that only warms up. */
export async function rounds<Name extends string>(works: Works<Name>, questions: readonly string[], count: number) {
  await round(works, questions.slice(0, 30));
  const all: Record<Name, Times>[] = [];
  for (let i = 0; i < count; i++) all.push(await round(works, questions));
  const names = Object.keys(works) as Name[];
  const middle = (name: Name, key: keyof Times) => median(all.map((one) => one[name][key]));
  return {
    all,
    medians: Object.fromEntries(
      names.map((name) => [name, { p50: middle(name, "p50"), p95: middle(name, "p95"), p99: middle(name, "p99") }]),
    ) as Record<Name, Times>,
  };
}
