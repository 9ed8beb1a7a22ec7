import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Resource } from "../query-keys";
import { notifyTabs } from "../tabs";
import { wait } from "../wait";
import { showError } from "./failure";
import { notify, type Toast } from "./notify";

export interface ActionOptions<Input> {
  /** Resources to refetch afterwards. */
  stale?: readonly Resource[];
  /** Toast on success. */
  done?: Toast | string | ((input: Input) => string);
  /** Returns true if the error is already shown, for example at the fields of a form. */
  handleError?(error: unknown): boolean;
}

/** Time for stale data to arrive. The change itself is done, so a slow read must not hold the button. */
const FRESH_MS = 5_000;

/** Changes the server's data. Refetches stale resources, and reports success and errors in a toast. */
export function useAction<Input, Result>(
  run: (input: Input) => Promise<Result>,
  { stale = [], done, handleError }: ActionOptions<Input> = {},
) {
  const client = useQueryClient();
  const action = useMutation({
    mutationFn: run,
    async onSuccess(_, input) {
      if (stale.length > 0) notifyTabs(stale);
      const fresh = Promise.all(stale.map((resource) => client.invalidateQueries({ queryKey: [resource] })));
      await Promise.race([fresh, wait(FRESH_MS)]);
      if (done) notify(typeof done === "object" ? done : { message: typeof done === "string" ? done : done(input) });
    },
    onError(error) {
      if (!handleError?.(error)) showError(error);
    },
  });
  // Without a connection, the request waits.
  const { isPaused } = action;
  useEffect(() => {
    if (!isPaused) return;
    const message = "You are offline. Your change is saved once you are back online.";
    notifications.show({ id: OFFLINE, message, color: "orange", autoClose: false });
    return () => void notifications.hide(OFFLINE);
  }, [isPaused]);
  return action;
}

const OFFLINE = "offline";
