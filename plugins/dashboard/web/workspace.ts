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

/**
 * Headers of every request: other sites can't send the first one, and the server refuses a session's request that doesn't
 * name its workspace. Changed in place, so that they can be given to a client once.
 */
export const sessionHeaders: Record<string, string> = {
  "x-vireo-dashboard": "1",
  ...(first ? { [HEADER]: first } : {}),
};

export const getWorkspace = (): string | undefined => sessionHeaders[HEADER];

/** Sends all further requests of this tab to a workspace. */
export function enterWorkspace(accountId: string): void {
  sessionHeaders[HEADER] = accountId;
  try {
    sessionStorage.setItem(KEY, accountId);
  } catch {
    // Storage may be blocked. Then a reload opens the workspace that was chosen last.
  }
}

/** Forgets the workspace, such as one that the person no longer belongs to. */
export function leaveWorkspace(): void {
  delete sessionHeaders[HEADER];
  try {
    sessionStorage.removeItem(KEY);
  } catch {}
}
