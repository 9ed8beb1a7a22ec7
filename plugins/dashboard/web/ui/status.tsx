import { Badge } from "@mantine/core";

/** Colours of the states of everything that has any; words carry the meaning, colours help. */
const colors: Record<string, string> = {
  completed: "green",
  published: "green",
  active: "green",
  enabled: "green",
  delivered: "green",
  ok: "green",
  pending: "gray",
  draft: "gray",
  cancelled: "gray",
  disconnected: "gray",
  disabled: "gray",
  processing: "blue",
  publishing: "blue",
  scheduled: "blue",
  in_inbox: "cyan",
  partial: "orange",
  unconfirmed: "orange",
  expired: "orange",
  warning: "orange",
  failed: "red",
};

const wordOf = (value: string) => `${value.charAt(0).toUpperCase()}${value.slice(1).replaceAll("_", " ")}`;

export const Status = ({ value }: { value: string }) => (
  <Badge color={colors[value] ?? "gray"} variant="light" tt="none" autoContrast={false} miw="max-content">
    {value === "ok" ? "OK" : wordOf(value)}
  </Badge>
);
