import { Badge, Box, Paper, Stack, Text } from "@mantine/core";
import type { KeyboardEvent } from "react";
import type { ViralLibraryVideoAnalysisKeyframe } from "vireo/client";
import { formatDuration } from "../../ui/media";
import "./viral.css";

/** Colors of common types. The label carries the meaning. */
const colors: Record<string, string> = {
  hook: "orange",
  scene: "blue",
  transition: "gray",
  product_shot: "teal",
  demo: "cyan",
  reaction: "pink",
  end_card: "indigo",
  cta: "red",
};
const getColor = (type: string) => colors[type.toLowerCase()] ?? "grape";
const formatType = (type: string) => type.replaceAll("_", " ");

const parts = [
  ["visual", "Visual"],
  ["audio", "Audio"],
  ["text", "On-screen text"],
] as const;

/** Scrolls by one card with the arrow keys. */
function scrollByCard(event: KeyboardEvent<HTMLElement>) {
  const direction = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const card = event.currentTarget.firstElementChild;
  if (!direction || !card) return;
  event.preventDefault();
  event.currentTarget.scrollBy({ left: direction * card.getBoundingClientRect().width, behavior: "smooth" });
}

interface Props {
  frames: readonly ViralLibraryVideoAnalysisKeyframe[];
  seconds: number;
}

/** Timeline of the video, with a card per keyframe. */
export function Keyframes({ frames, seconds }: Props) {
  const length = Math.max(seconds, (frames.at(-1)?.timestamp ?? 0) + 1);
  return (
    <Stack gap="sm">
      <Box className="keyframe-line" aria-hidden>
        {frames.map(({ timestamp, type }, index) => {
          const until = frames[index + 1]?.timestamp ?? length;
          return (
            <span
              key={timestamp}
              style={{
                left: `${(timestamp / length) * 100}%`,
                width: `calc(${((until - timestamp) / length) * 100}% - 2px)`,
                background: `var(--mantine-color-${getColor(type)}-filled)`,
              }}
            />
          );
        })}
      </Box>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <ol className="keyframes" tabIndex={0} aria-label="Timeline" onKeyDown={scrollByCard}>
        {frames.map(({ timestamp, type, description, ...details }) => (
          <Paper component="li" key={timestamp} withBorder p="sm">
            <Stack gap={6}>
              <Stack gap={6} style={{ flexDirection: "row", alignItems: "center", justifyContent: "space-between" }}>
                <Text size="sm" fw={600} ff="monospace">
                  {formatDuration(timestamp)}
                </Text>
                <Badge color={getColor(type)}>{formatType(type)}</Badge>
              </Stack>
              <Text size="sm">{description}</Text>
              {parts.map(
                ([name, label]) =>
                  details[name] && (
                    <Text key={name} size="xs" c="dimmed">
                      <Text span inherit fw={600}>
                        {label}:{" "}
                      </Text>
                      {details[name]}
                    </Text>
                  ),
              )}
            </Stack>
          </Paper>
        ))}
      </ol>
    </Stack>
  );
}
