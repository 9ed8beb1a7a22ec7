import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import type { VideoPart, VideoScene } from "vireo/client";
import { Panel } from "../../ui/panel";

const uses: Readonly<Record<VideoPart["use"], string>> = {
  shown: "Shown, may be an instruction",
  instruction: "Instruction",
  left_out: "Not shown",
};

const isWorthNaming = ({ text, use, code }: VideoPart): boolean =>
  /[\p{L}\p{N}]/u.test(text) && (use !== "shown" || code === "unclear");

/** Adds a part of the prompt as a scene of its own, after the scene of the words before it. */
export function showPart(parts: readonly VideoPart[], at: number, scenes: readonly VideoScene[]) {
  const before = parts.slice(0, at).findLast(({ use }) => use === "shown");
  const scene = before ? (before.scene ?? 0) + 1 : 0;
  const text = parts[at]!.text.trim().replace(/\s+/g, " ").slice(0, 1000);
  return {
    scenes: scenes.toSpliced(scene, 0, { kind: "point", text, from: "prompt" }),
    parts: parts.map((part, i): VideoPart => {
      if (i === at) return { text: part.text, use: "shown", scene };
      return part.scene !== undefined && part.scene >= scene ? { ...part, scene: part.scene + 1 } : part;
    }),
  };
}

interface Props {
  parts: readonly VideoPart[];
  /** Adds the part with this index as a scene. */
  show(at: number): void;
}

/** Lists parts of the prompt that are not shown or may be instructions, with the reason. */
export function PromptParts({ parts, show }: Props) {
  const named = parts.map((part, at) => ({ part, at })).filter(({ part }) => isWorthNaming(part));
  if (named.length === 0) return undefined;
  return (
    <Panel title="The rest of the prompt">
      <Text size="sm" c="dimmed">
        All other words are in a scene.
      </Text>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
        {named.map(({ part, at }) => (
          <Group key={at} component="li" justify="space-between" align="start" wrap="nowrap">
            <Stack gap={2} miw={0}>
              <Text size="sm" style={{ overflowWrap: "anywhere" }} dir="auto">
                {part.text.trim()}
              </Text>
              <Group gap="xs">
                <Badge size="xs" variant="light" color={part.use === "instruction" ? "gray" : "orange"}>
                  {uses[part.use]}
                </Badge>
                <Text size="xs" c="dimmed">
                  {part.reason}
                </Text>
              </Group>
            </Stack>
            {part.use !== "shown" && (
              <Button size="compact-xs" variant="default" flex="none" onClick={() => show(at)}>
                Show it
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
