import { Badge, Blockquote, Group, List, SimpleGrid, Stack, Text } from "@mantine/core";
import type { AnalysisAnalysis } from "vireo/client";
import { Link } from "wouter";
import { CopyLine } from "../../ui/copy";
import { Panel } from "../../ui/panel";
import { Keyframes } from "./keyframes";

const Points = ({ points }: { points: readonly string[] }) => (
  <List size="sm" spacing={6}>
    {points.map((point) => (
      <List.Item key={point}>{point}</List.Item>
    ))}
  </List>
);

/** Hook, structure and lessons of a video. */
export function Analysis({ analysis }: { analysis: AnalysisAnalysis }) {
  const { hook, summary, whyItPerformed, attributesToCopy, hooksToTest, keyframes, durationSeconds, tags } = analysis;
  return (
    <>
      <Panel title="Summary">
        <Blockquote p="sm" my={0} color="vireo">
          <Text fw={600}>{hook}</Text>
        </Blockquote>
        <Text>{summary}</Text>
        {tags.length > 0 && (
          <Group gap={6}>
            {tags.map((tag) => (
              <Badge
                key={tag}
                component={Link}
                href={`/viral?q=${encodeURIComponent(tag)}`}
                variant="default"
                fw={500}
                style={{ cursor: "pointer" }}
              >
                {tag}
              </Badge>
            ))}
          </Group>
        )}
      </Panel>
      {keyframes.length > 0 && (
        <Panel title="Timeline">
          <Keyframes frames={keyframes} seconds={durationSeconds} />
        </Panel>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        {whyItPerformed.length > 0 && (
          <Panel title="Why it performed">
            <Points points={whyItPerformed} />
          </Panel>
        )}
        {attributesToCopy.length > 0 && (
          <Panel title="What to copy">
            <Points points={attributesToCopy} />
          </Panel>
        )}
      </SimpleGrid>
      {hooksToTest.length > 0 && (
        <Panel title="Hooks to test">
          <Stack gap={6}>
            {hooksToTest.map((line) => (
              <CopyLine key={line} value={line} label="Copy hook" />
            ))}
          </Stack>
        </Panel>
      )}
    </>
  );
}
