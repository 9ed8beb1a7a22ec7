import { Badge } from "@mantine/core";
import {
  Ban,
  CircleCheck,
  CircleQuestionMark,
  CircleX,
  Clock,
  Inbox,
  LoaderCircle,
  type LucideIcon,
  MessageSquareWarning,
  PencilLine,
  TriangleAlert,
  UserCheck,
} from "lucide-react";
import type { SocialPost, SocialPostTarget } from "vireo/client";
import { formatDateTime } from "./time";

/** A draft is "rejected" after somebody asked for changes. */
export type ShownStatus = SocialPost["status"] | SocialPostTarget["status"] | "rejected";

/** Label, icon and color of the statuses of posts and their targets. */
export const statuses: Readonly<Record<ShownStatus, { label: string; icon: LucideIcon; color: string }>> = {
  draft: { label: "Draft", icon: PencilLine, color: "gray" },
  rejected: { label: "Changes requested", icon: MessageSquareWarning, color: "orange" },
  needs_approval: { label: "Needs approval", icon: UserCheck, color: "orange" },
  scheduled: { label: "Scheduled", icon: Clock, color: "blue" },
  pending: { label: "Scheduled", icon: Clock, color: "blue" },
  publishing: { label: "Publishing", icon: LoaderCircle, color: "blue" },
  published: { label: "Published", icon: CircleCheck, color: "green" },
  in_inbox: { label: "In inbox", icon: Inbox, color: "cyan" },
  partial: { label: "Partly published", icon: TriangleAlert, color: "orange" },
  unconfirmed: { label: "Unconfirmed", icon: CircleQuestionMark, color: "orange" },
  failed: { label: "Failed", icon: CircleX, color: "red" },
  cancelled: { label: "Cancelled", icon: Ban, color: "gray" },
};

/** Returns the status to show: "unconfirmed" for a partly published post without a published target. */
export function getPostStatus({ status, targets, approval }: SocialPost): ShownStatus {
  if (status === "draft" && approval.state === "rejected") return "rejected";
  return status === "partial" && !targets.some((target) => target.status === "published") ? "unconfirmed" : status;
}

/** "Draft saved", "Post scheduled: 28 Nov 2026, 09:00". */
export function describeSaved({ status, scheduledFor }: SocialPost): string {
  if (status === "draft") return "Draft saved";
  const { label } = statuses[status];
  return `Post ${label.toLowerCase()}${scheduledFor ? `: ${formatDateTime(scheduledFor)}` : ""}`;
}

export function PostStatusBadge({ value, size = "lg" }: { value: ShownStatus; size?: "md" | "lg" }) {
  const { label, icon: Icon, color } = statuses[value];
  return (
    <Badge
      color={color}
      c="var(--mantine-color-text)"
      size={size}
      fw={500}
      miw="max-content"
      leftSection={<Icon size={14} color={`var(--mantine-color-${color}-text)`} />}
    >
      {label}
    </Badge>
  );
}
