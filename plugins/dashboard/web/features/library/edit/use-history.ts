import { useEffect, useRef, useState } from "react";

/** What can be undone: forms, and what is kept like one. */
type Forms = readonly { values: object; setValues(values: never): void }[];

export interface History {
  canUndo: boolean;
  canRedo: boolean;
  undo(): void;
  redo(): void;
}

/** Changes to the same field within this time are one step, so that undo doesn't go letter by letter. */
const STEP_MS = 800;
const MAX_STEPS = 100;

type Drafts = readonly Record<string, unknown>[];

/** Finds the first field that differs between two states. */
function findChange(before: string, after: string): string {
  const old = JSON.parse(before) as Drafts;
  for (const [index, draft] of (JSON.parse(after) as Drafts).entries())
    for (const [field, value] of Object.entries(draft))
      if (JSON.stringify(value) !== JSON.stringify(old[index]?.[field])) return `${index}.${field}`;
  return "";
}

/** Undo and redo for the drafts of all tabs, until the page is closed. */
export function useHistory(forms: Forms): History {
  const now = JSON.stringify(forms.map(({ values }) => values));
  const [{ steps, at }, setHistory] = useState({ steps: [now], at: 0 });
  const last = useRef({ field: "", time: 0 });
  useEffect(() => {
    const before = steps[at] ?? "[]";
    if (now === before) return;
    const change = { field: findChange(before, now), time: Date.now() };
    const isSameStep = change.field === last.current.field && change.time - last.current.time < STEP_MS;
    last.current = change;
    const kept = [...steps.slice(0, isSameStep ? at : at + 1), now].slice(-MAX_STEPS);
    setHistory({ steps: kept, at: kept.length - 1 });
  }, [now, steps, at]);
  const go = (to: number) => {
    const step = steps[to];
    if (step === undefined) return;
    last.current = { field: "", time: 0 };
    setHistory({ steps, at: to });
    const drafts = JSON.parse(step) as Drafts;
    for (const [index, form] of forms.entries()) form.setValues((drafts[index] ?? {}) as never);
  };
  return { canUndo: at > 0, canRedo: at < steps.length - 1, undo: () => go(at - 1), redo: () => go(at + 1) };
}
