import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useRef, useState } from "react";
import type { Tab } from "./tabs";

type Forms = Readonly<Record<Tab, UseFormReturnType<object>>>;

export interface History {
  canUndo: boolean;
  canRedo: boolean;
  undo(): void;
  redo(): void;
}

/** Changes of one field within this time are one step, such as the letters of a word. */
const STEP_MS = 800;
const MAX_STEPS = 100;

type Drafts = readonly Record<string, unknown>[];

/** The field in which two states differ. */
function findChange(before: string, after: string): string {
  const [one, other] = [JSON.parse(before) as Drafts, JSON.parse(after) as Drafts];
  for (const [index, draft] of other.entries())
    for (const [field, value] of Object.entries(draft))
      if (JSON.stringify(value) !== JSON.stringify(one[index]?.[field])) return `${index}.${field}`;
  return "";
}

/** Undo and redo of the drafts of all tabs, as long as the page is open. */
export function useHistory(forms: Forms): History {
  const names = Object.keys(forms) as Tab[];
  const now = JSON.stringify(names.map((name) => forms[name].values));
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
    for (const [index, name] of names.entries()) forms[name].setValues(drafts[index] ?? {});
  };
  return { canUndo: at > 0, canRedo: at < steps.length - 1, undo: () => go(at - 1), redo: () => go(at + 1) };
}
