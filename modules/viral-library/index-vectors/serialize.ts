/** Runs work one at a time, in the order of the calls. A failure affects only its own caller. */
export function createSerializer(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work, work);
    last = run.catch(() => {});
    return run;
  };
}
