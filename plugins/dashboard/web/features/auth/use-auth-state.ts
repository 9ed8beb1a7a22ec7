import { useQuery } from "@tanstack/react-query";
import { auth } from "../../api";
import { keys } from "../../query-keys";

interface AuthState {
  setUp: boolean;
  mail: boolean;
  /** False if people sign in with the provider only. */
  passwords: boolean;
  provider?: { name: string };
}

/** How people can sign in on this server. Undefined until it has answered. */
export const useAuthState = (): AuthState | undefined =>
  useQuery({ queryKey: keys.setupState, queryFn: () => auth<AuthState>("GET", "/state") }).data;
