import { Group, Text, VisuallyHidden } from "@mantine/core";
import { platformTitles } from "vireo/platform-titles";
import type { Platform } from "./posts";

const { tiktok, instagram, youtube } = platformTitles;

/** Platforms that Vireo publishes to itself, and of content plans. */
export const platforms = { tiktok, instagram, youtube };

/** Plug-ins can add other platforms. */
export const getPlatformName = (platform: Platform): string =>
  (platformTitles as Readonly<Record<string, string>>)[platform] ??
  platform.charAt(0).toUpperCase() + platform.slice(1).replaceAll("-", " ");

/** A sheet with lines, for platforms without an icon here. */
const OTHER_ICON = "M5 5h14v14H5zM9 10h6M9 14h4";
const icons: Readonly<Record<string, string>> = {
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
      <path d={icons[platform] ?? OTHER_ICON} />
    </svg>
    {named && <VisuallyHidden>{getPlatformName(platform)}</VisuallyHidden>}
  </>
);

export const PlatformName = ({ platform, size = "sm" }: { platform: Platform; size?: string }) => (
  <Group gap={6} wrap="nowrap" component="span" display="inline-flex">
    <PlatformIcon platform={platform} />
    <Text span size={size}>
      {getPlatformName(platform)}
    </Text>
  </Group>
);
