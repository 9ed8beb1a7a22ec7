import { useCallback, useState } from "react";

/** A state that outlives a reload of the page, in this tab. `key` names what it belongs to. */
export function useStored<T extends object>(key: string, initial: T) {
  const [state, setState] = useState({ key, value: read(key, initial) });
  // Another key is another state: the one before must not be shown, or written, for it.
  const value = state.key === key ? state.value : read(key, initial);
  const change = useCallback(
    (patch: Partial<T>) =>
      setState((before) => {
        const next = { ...(before.key === key ? before.value : read(key, initial)), ...patch };
        try {
          sessionStorage.setItem(key, JSON.stringify(next));
        } catch {
          // Full or forbidden: it is kept until the page is left.
        }
        return { key, value: next };
      }),
    [key, initial],
  );
  return [value, change] as const;
}

function read<T extends object>(key: string, initial: T): T {
  try {
    return { ...initial, ...JSON.parse(sessionStorage.getItem(key) ?? "{}") };
  } catch {
    return initial;
  }
}
