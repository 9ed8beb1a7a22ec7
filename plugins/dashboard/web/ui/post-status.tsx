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
} from "lucide-react";
import type { SocialPost, SocialPostTarget } from "vireo/client";

type State = SocialPost["status"] | SocialPostTarget["status"];

/** Words, a sign and a colour for the states of posts and of their targets. */
export const states: Readonly<Record<State, { word: string; icon: LucideIcon; color: string }>> = {
  draft: { word: "Draft", icon: PencilLine, color: "gray" },
  scheduled: { word: "Scheduled", icon: Clock, color: "blue" },
  pending: { word: "Waiting", icon: Clock, color: "blue" },
  publishing: { word: "Publishing", icon: LoaderCircle, color: "blue" },
  published: { word: "Published", icon: CircleCheck, color: "green" },
  in_inbox: { word: "In the inbox", icon: Inbox, color: "cyan" },
  partial: { word: "Partly published", icon: TriangleAlert, color: "orange" },
  unconfirmed: { word: "Not confirmed", icon: CircleQuestionMark, color: "orange" },
  failed: { word: "Failed", icon: CircleX, color: "red" },
  cancelled: { word: "Cancelled", icon: Ban, color: "gray" },
};

export function PostStatusBadge({ value }: { value: State }) {
  const { word, icon: Icon, color } = states[value];
  return (
    <Badge
      color={color}
      variant="light"
      c="var(--mantine-color-text)"
      tt="none"
      size="lg"
      fw={550}
      leftSection={<Icon size={14} aria-hidden color={`var(--mantine-color-${color}-text)`} />}
    >
      {word}
    </Badge>
  );
}
