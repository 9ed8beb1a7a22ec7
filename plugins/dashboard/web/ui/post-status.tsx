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
  PencilLine,
  TriangleAlert,
  UserCheck,
} from "lucide-react";
import type { SocialPost, SocialPostTarget } from "vireo/client";

type Status = SocialPost["status"] | SocialPostTarget["status"];

/** Label, icon and color of the statuses of posts and their targets. */
export const statuses: Readonly<Record<Status, { label: string; icon: LucideIcon; color: string }>> = {
  draft: { label: "Draft", icon: PencilLine, color: "gray" },
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

/** Returns "unconfirmed" for a partly published post without a published target. */
export const getPostStatus = ({ status, targets }: SocialPost): Status =>
  status === "partial" && !targets.some((target) => target.status === "published") ? "unconfirmed" : status;

export function PostStatusBadge({ value, size = "lg" }: { value: Status; size?: "md" | "lg" }) {
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
