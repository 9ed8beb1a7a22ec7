import { queryOptions, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { VireoError } from "vireo/client";
import { auth } from "./api";
import { keys } from "./query-keys";
import { enterWorkspace, getWorkspace, leaveWorkspace } from "./workspace";

export interface Me {
  personId: string;
  name: string;
  email: string;
  role: "viewer" | "editor" | "publisher" | "manager" | "admin";
  account: { accountId: string; name: string; color?: string; picture?: string };
  scopes: string[];
  session: { sessionId: string; expiresAt: number };
}

const Session = createContext<Me | undefined>(undefined);

/** Reads the signed-in person in this tab's workspace, or in the one that they opened last. */
async function readMe(): Promise<Me | null> {
  try {
    const me = await auth<Me>("GET", "/me");
    enterWorkspace(me.account.accountId);
    return me;
  } catch (error) {
    if (!(error instanceof VireoError) || (error.status !== 401 && error.status !== 403)) throw error;
    if (error.status === 401) return null;
    if (!getWorkspace()) throw error;
    leaveWorkspace();
    return readMe();
  }
}

/** Reads the signed-in person. Null without a session. */
export const meQuery = queryOptions({ queryKey: keys.me, queryFn: readMe, staleTime: 60_000 });
export const useSession = () => useQuery(meQuery);

export const SessionProvider = ({ me, children }: { me: Me; children: ReactNode }) => (
  <Session value={me}>{children}</Session>
);

/** Returns the signed-in person. Only for pages that need a session. */
export function useMe(): Me {
  const me = useContext(Session);
  if (!me) throw new Error("useMe needs a session.");
  return me;
}

/** True if the person has a scope. Pages hide actions that need a missing one. */
export const useCan = (scope: string): boolean => useMe().scopes.includes(scope);
