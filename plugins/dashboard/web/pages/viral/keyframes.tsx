import { Badge, Box, Paper, Stack, Text } from "@mantine/core";
import type { KeyboardEvent } from "react";
import type { ViralLibraryVideoAnalysisKeyframe } from "vireo/client";
import { formatDuration } from "../../ui/media";
import "./viral.css";

/** Colours of what often comes up; the word on each says the same. */
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
const colorOf = (type: string) => colors[type.toLowerCase()] ?? "grape";
const nameOf = (type: string) => type.replaceAll("_", " ");

const parts = [
  ["visual", "Picture"],
  ["audio", "Sound"],
  ["text", "On screen"],
] as const;

/** Left and right go card by card; by themselves they would stop between two. */
function step(event: KeyboardEvent<HTMLElement>) {
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const card = event.currentTarget.firstElementChild;
  if (!way || !card) return;
  event.preventDefault();
  event.currentTarget.scrollBy({ left: way * card.getBoundingClientRect().width, behavior: "smooth" });
}

/** The video second by second: its parts on a line, and a card for each. The row scrolls by touch and by arrow keys. */
export function Keyframes({
  frames,
  seconds,
}: {
  frames: readonly ViralLibraryVideoAnalysisKeyframe[];
  seconds: number;
}) {
  const length = Math.max(seconds, (frames.at(-1)?.timestamp ?? 0) + 1);
  return (
    <Stack gap="sm">
      <Box className="keyframe-line" aria-hidden>
        {frames.map(({ timestamp, type }, at) => {
          const until = frames[at + 1]?.timestamp ?? length;
          return (
            <span
              key={timestamp}
              style={{
                left: `${(timestamp / length) * 100}%`,
                width: `calc(${((until - timestamp) / length) * 100}% - 2px)`,
                background: `var(--mantine-color-${colorOf(type)}-filled)`,
              }}
            />
          );
        })}
      </Box>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <ol className="keyframes" tabIndex={0} aria-label="Second by second" onKeyDown={step}>
        {frames.map(({ timestamp, type, description, ...told }) => (
          <Paper component="li" key={timestamp} withBorder p="sm">
            <Stack gap={6}>
              <Stack gap={6} style={{ flexDirection: "row", alignItems: "center", justifyContent: "space-between" }}>
                <Text size="sm" fw={650} ff="monospace">
                  {formatDuration(timestamp)}
                </Text>
                <Badge variant="light" color={colorOf(type)} tt="none" autoContrast={false}>
                  {nameOf(type)}
                </Badge>
              </Stack>
              <Text size="sm">{description}</Text>
              {parts.map(
                ([name, label]) =>
                  told[name] && (
                    <Text key={name} size="xs" c="dimmed">
                      <Text span inherit fw={650}>
                        {label}:{" "}
                      </Text>
                      {told[name]}
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
