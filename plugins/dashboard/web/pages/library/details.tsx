import { Code, CopyButton, Group, Spoiler, Stack, Text, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { formatDuration, type MediaItem } from "../../ui/media";
import { Panel } from "../../ui/panel";
import { Status } from "../../ui/status";
import { Time } from "../../ui/time";

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Group justify="space-between" wrap="nowrap" gap="md" align="flex-start">
    <Text component="dt" size="sm" c="dimmed">
      {name}
    </Text>
    <Text component="dd" size="sm" m={0} ta="right" style={{ overflowWrap: "anywhere" }}>
      {children}
    </Text>
  </Group>
);

/** All that is known of it. */
export function Facts({ medium }: { medium: MediaItem }) {
  const { status, prompt, model, engine, width, height, duration, creditsUsed, createdAt, completedAt, id } = medium;
  return (
    <Panel title="Facts" action={<Status value={status} />}>
      <Spoiler maxHeight={90} showLabel="Show the whole prompt" hideLabel="Show less">
        <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
          {prompt}
        </Text>
      </Spoiler>
      <Stack component="dl" gap={6} m={0}>
        <Fact name="Model">{model}</Fact>
        <Fact name="Engine">{engine}</Fact>
        {width && height && (
          <Fact name="Size">
            {width} × {height}
          </Fact>
        )}
        {duration !== undefined && <Fact name="Length">{formatDuration(duration)}</Fact>}
        <Fact name="Credits">{status === "failed" ? `${creditsUsed}, given back` : creditsUsed}</Fact>
        <Fact name="Asked for">
          <Time at={createdAt} />
        </Fact>
        {completedAt && (
          <Fact name="Ended">
            <Time at={completedAt} />
          </Fact>
        )}
        {medium.failCode && (
          <Fact name="Reason">
            <Code>{medium.failCode}</Code>
          </Fact>
        )}
        <Fact name="Id">
          <CopyButton value={id}>
            {({ copied, copy }) => (
              <UnstyledButton onClick={copy} fz="xs" ff="monospace" aria-label={`Copy the id ${id}`}>
                {copied ? "copied" : id}
              </UnstyledButton>
            )}
          </CopyButton>
        </Fact>
      </Stack>
    </Panel>
  );
}
