/**
 * The workspace of this browser tab. Every request names it, so two tabs never mix, and a link that opens a new tab stays
 * in the workspace that was chosen last.
 */
const KEY = "vireo:workspace";
const HEADER = "vireo-account";

function read(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

const first = read();

/** Headers of every request. Changed in place, so that they can be given to a client once. */
export const workspaceHeaders: Record<string, string> = first ? { [HEADER]: first } : {};

export const getWorkspace = (): string | undefined => workspaceHeaders[HEADER];

/** Sends all further requests of this tab to a workspace. */
export function enterWorkspace(accountId: string): void {
  workspaceHeaders[HEADER] = accountId;
  try {
    sessionStorage.setItem(KEY, accountId);
  } catch {
    // Storage may be blocked. Then a reload opens the workspace that was chosen last.
  }
}

/** Forgets the workspace, such as one that the person no longer belongs to. */
export function leaveWorkspace(): void {
  delete workspaceHeaders[HEADER];
  try {
    sessionStorage.removeItem(KEY);
  } catch {}
}
