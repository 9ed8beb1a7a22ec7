import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toOwnPath } from "vireo/own-path";
import { authPaths } from "../../../paths";
import { auth } from "../../api";
import { keys } from "../../query-keys";
import type { Me } from "../../session";
import { describeError } from "../../ui/failure";
import { findInvalidFields, getFieldErrors } from "../../ui/form";

/** Response if the password is correct and a code is required. */
interface CodeRequired {
  codeRequired: true;
}

/** Submits a form that starts a session, then opens the page in `?to=`. Uncontrolled, so password managers work. */
export function useSignIn(path: string, extra: Record<string, string> = {}) {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setProblem(undefined);
    const invalid = findInvalidFields(event.currentTarget, ({ name }) => name);
    setErrors(invalid);
    if (Object.keys(invalid).length > 0) return;
    setPending(true);
    const fields = Object.fromEntries(
      [...new FormData(event.currentTarget)].flatMap(([name, value]) => (value === "" ? [] : [[name, String(value)]])),
    );
    try {
      const response = await auth<Me | CodeRequired>("POST", path, { ...extra, ...fields });
      client.clear();
      if ("codeRequired" in response) return location.replace(`${authPaths.code}${location.search}`);
      client.setQueryData(keys.me, response);
      // `replace` removes the form from the history.
      location.replace(toOwnPath(new URLSearchParams(location.search).get("to")));
    } catch (error) {
      const fieldErrors = getFieldErrors(error);
      setErrors(fieldErrors);
      if (Object.keys(fieldErrors).length === 0) {
        const { detail, advice } = describeError(error);
        setProblem([detail, advice].filter(Boolean).join(" "));
      }
      setPending(false);
    }
  }
  return { onSubmit, isPending, errors, problem };
}
