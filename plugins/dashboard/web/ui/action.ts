import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { describeError } from "./failure";

interface Options {
  /** Questions whose answers it changes: the first part of their keys. */
  changes?: readonly string[];
  /** Said when it is done. */
  done?: string;
}

/** An action of the visitor: what it changes is asked again, and what goes wrong is said in words. */
export function useAction<Input, Result>(run: (input: Input) => Promise<Result>, { changes = [], done }: Options = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    async onSuccess() {
      await Promise.all(changes.map((key) => client.invalidateQueries({ queryKey: [key] })));
      if (done) notifications.show({ message: done });
    },
    onError(error) {
      const { detail, advice } = describeError(error);
      notifications.show({ color: "red", title: detail, message: advice ?? "", autoClose: 8000 });
    },
  });
}
