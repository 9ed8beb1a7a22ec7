import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { VireoError } from "vireo/client";
import { auth } from "../api";
import type { Me } from "../session";
import { describeError } from "../ui/failure";

/** A form that signs in when it succeeds: its fields, what is wrong with them, and whether it is under way. */
export function useEntryForm(path: string, more: Record<string, string> = {}) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    setErrors({});
    setProblem(undefined);
    const fields = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    try {
      const me = await auth<Me>("POST", path, { ...more, ...fields });
      client.clear();
      client.setQueryData(["me"], me);
      const to = new URLSearchParams(location.search).get("to") ?? "/";
      // Only to a page of ours: an address with a host would lead away. The way back is not to a form that is done.
      location.replace(/^\/(?![/\\])/.test(to) ? to : "/");
    } catch (error) {
      const found = error instanceof VireoError ? error.errors : {};
      setErrors(Object.fromEntries(Object.entries(found).map(([name, [first = ""]]) => [name, first])));
      if (Object.keys(found).length === 0) {
        const { detail, advice } = describeError(error);
        setProblem([detail, advice].filter(Boolean).join(" "));
      }
      setBusy(false);
    }
  }
  return { submit, busy, errors, problem };
}
