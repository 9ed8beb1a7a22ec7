import { Group, Text, VisuallyHidden } from "@mantine/core";
import type { Platform } from "./posts";

export const platforms: Readonly<Record<Platform, string>> = {
  tiktok: "TikTok",
  instagram: "Instagram",
  youtube: "YouTube",
};

const icons: Readonly<Record<Platform, string>> = {
  tiktok: "M14 4v11a4 4 0 1 1-4-4M14 4c.5 3 2.5 4.5 5 5",
  instagram:
    "M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM17 7h.01",
  youtube: "M7 6h10a4 4 0 0 1 4 4v4a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4v-4a4 4 0 0 1 4-4zM10.5 9.5v5l4-2.5z",
};

interface IconProps {
  platform: Platform;
  named?: boolean;
  size?: number;
}

/** Icon of a platform. Our own drawing, not its trademark. `named` adds the name for screen readers. */
export const PlatformIcon = ({ platform, named = false, size = 15 }: IconProps) => (
  <>
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flexShrink: 0 }}
    >
      <path d={icons[platform]} />
    </svg>
    {named && <VisuallyHidden>{platforms[platform]}</VisuallyHidden>}
  </>
);

export const PlatformName = ({ platform, size = "sm" }: { platform: Platform; size?: string }) => (
  <Group gap={6} wrap="nowrap" component="span" display="inline-flex">
    <PlatformIcon platform={platform} />
    <Text span size={size}>
      {platforms[platform]}
    </Text>
  </Group>
);
