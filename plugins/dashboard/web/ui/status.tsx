import { Badge } from "@mantine/core";

/** Colors of statuses. The label carries the meaning. */
const colors: Readonly<Record<string, string>> = {
  completed: "green",
  published: "green",
  active: "green",
  enabled: "green",
  delivered: "green",
  ok: "green",
  processing: "blue",
  publishing: "blue",
  scheduled: "blue",
  in_inbox: "cyan",
  partial: "orange",
  unconfirmed: "orange",
  expired: "orange",
  warning: "orange",
  suspended: "orange",
  failed: "red",
  deleted: "red",
};

/** "in_inbox" → "In inbox" */
export const toLabel = (value: string): string =>
  value === "ok" ? "OK" : `${value.charAt(0).toUpperCase()}${value.slice(1).replaceAll("_", " ")}`;

export const Status = ({ value }: { value: string }) => (
  <Badge color={colors[value] ?? "gray"} miw="max-content">
    {toLabel(value)}
  </Badge>
);
