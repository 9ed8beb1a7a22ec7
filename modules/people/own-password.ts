import { invalid } from "vireo/errors";
import type { Attempt, Attempts } from "./attempts";
import type { PeopleStore } from "./store";

/**
 * Checks the password that a signed-in person repeats to change their account. Returns the attempt; call its
 * `succeeded` once the change is made. Throws ApiError at `field`.
 */
export async function checkOwnPassword(
  { attempts, store }: { attempts: Attempts; store: PeopleStore },
  request: Request,
  { personId, password, field }: { personId: string; password: string | undefined; field: string },
): Promise<Attempt> {
  const attempt = await attempts.countPassword(request, personId);
  if (!(await store.isPassword(personId, password))) throw invalid(field, "Wrong password.");
  return attempt;
}
