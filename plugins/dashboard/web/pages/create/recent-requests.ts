import type { Form } from "./use-create-form";

/** The server tells of a request no more than its prompt and shape; the rest is kept here, so that it can be repeated. */
const KEY = "vireo:requests";
const MOST = 30;

function all(): [id: string, form: Form][] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

export const recall = (id: string): Form | undefined => all().find(([known]) => known === id)?.[1];

export function remember(id: string, form: Form): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([[id, form], ...all()].slice(0, MOST)));
  } catch {
    // Full or forbidden: then the prompt and the shape must do.
  }
}
