import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";

/** What happens to a post that the person schedules: it is published, waits for an approval, or stays a draft. */
export type Gate = "open" | "approval" | "draft";

/** Returns what the workspace allows the signed-in person. Undefined while loading. */
export function useGate(): Gate | undefined {
  const [canRead, canDraft, canWrite, canApprove] = [
    ...[useCan("social:read"), useCan("social:draft"), useCan("social:write"), useCan("social:approve")],
  ];
  const { data } = useQuery({
    queryKey: keys.approval,
    queryFn: () => vireo.social.approval.get(),
    enabled: canRead && canDraft,
  });
  if (!data) return undefined;
  if (data.requireApproval === "off") return canWrite ? "open" : "draft";
  return data.requireApproval === "everyone" || !canWrite || !canApprove ? "approval" : "open";
}
