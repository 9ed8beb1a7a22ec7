import type { CreateValues } from "./values";

/** The API returns only a request's prompt and format. This browser keeps the rest for "Generate again". */
const KEY = "vireo:requests";
const MAX_REQUESTS = 30;

function readRequests(): [id: string, values: CreateValues][] {
  try {
    const requests = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(requests) ? requests : [];
  } catch {
    return [];
  }
}

export const recallRequest = (id: string): CreateValues | undefined =>
  readRequests().find(([other]) => other === id)?.[1];

/** Does nothing if the storage is full or blocked. */
export function rememberRequest(id: string, values: CreateValues): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([[id, values], ...readRequests()].slice(0, MAX_REQUESTS)));
  } catch {}
}
