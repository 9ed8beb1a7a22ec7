import { queryOptions } from "@tanstack/react-query";
import { auth } from "../../api";
import { keys } from "../../query-keys";

interface SignInMethods {
  password: boolean;
  oidc: boolean;
  twoFactor: boolean;
  recoveryCodes: number;
}

/** How the signed-in person can sign in. */
export const methodsQuery = queryOptions({
  queryKey: keys.signInMethods,
  queryFn: () => auth<SignInMethods>("GET", "/methods"),
});
