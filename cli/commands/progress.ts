import type { Output } from "#core/command";

/** Shows one progress bar at a time and starts a new one when the label changes. */
export function createBars(out: Output) {
  let current: { label: string; bar: ReturnType<Output["progress"]> } | undefined;
  const end = () => current?.bar.end();
  return {
    at(label: string, done: number, all: number): void {
      if (current?.label !== label) {
        end();
        current = { label, bar: out.progress(label) };
      }
      current.bar.at(done, all);
    },
    end,
  };
}
