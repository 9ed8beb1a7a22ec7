import { queryOptions, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { auth } from "./api";

export interface Me {
  personId: string;
  name: string;
  email: string;
  role: "admin" | "member";
  account: { accountId: string; name: string };
  scopes: string[];
  session: { sessionId: string; expiresAt: number };
}

const Session = createContext<Me | undefined>(undefined);

/** Who is signed in; null where nobody is. */
export const who = queryOptions({
  queryKey: ["me"],
  queryFn: () =>
    auth<Me>("GET", "/me").catch((error) => {
      if (error.status === 401) return null;
      throw error;
    }),
  staleTime: 60_000,
});
export const useWho = () => useQuery(who);

export const SessionProvider = ({ me, children }: { me: Me; children: ReactNode }) => (
  <Session value={me}>{children}</Session>
);

/** Who is signed in, on pages that only they see. */
export function useMe(): Me {
  const me = useContext(Session);
  if (!me) throw new Error("Nobody is signed in.");
  return me;
}

/** Whether the visitor may do what needs a scope; pages hide what they may not. */
export const useCan = (scope: string): boolean => useMe().scopes.includes(scope);
