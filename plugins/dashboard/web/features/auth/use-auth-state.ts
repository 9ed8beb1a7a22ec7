import { useQuery } from "@tanstack/react-query";
import { auth } from "../../api";
import { keys } from "../../query-keys";

interface AuthState {
  setUp: boolean;
  mail: boolean;
  /** False if people can only sign in with the provider. */
  passwords: boolean;
  provider?: { name: string };
}

/** Reads how people can sign in on this server. Undefined while loading. */
export const useAuthState = (): AuthState | undefined =>
  useQuery({ queryKey: keys.setupState, queryFn: () => auth<AuthState>("GET", "/state") }).data;
