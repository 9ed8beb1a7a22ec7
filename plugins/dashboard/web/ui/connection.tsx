import { Text } from "@mantine/core";
import { useSyncExternalStore } from "react";
import "./connection.css";

let isLost = false;
const listeners = new Set<() => void>();

/** State of the connection to the server. */
export const connection = {
  isLost: () => isLost,
  setLost(next: boolean): void {
    isLost = next;
    for (const listener of listeners) listener();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a bar while the server can't be reached and the page may be out of date. */
export function ConnectionBar() {
  if (!useSyncExternalStore(subscribe, connection.isLost)) return null;
  return (
    <Text role="status" size="xs" className="connection-bar">
      Connection lost. Reconnecting…
    </Text>
  );
}
