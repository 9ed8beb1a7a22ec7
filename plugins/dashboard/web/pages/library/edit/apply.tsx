import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { VideoVersion } from "vireo/client";
import type { Tab } from "./editor";

interface Props {
  tab: Tab;
  versions: readonly VideoVersion[];
  /** The version that the form became, unchanged since; 0: none. */
  applied: number;
  /** What is still missing, in words. */
  lacks: string | undefined;
  price: string | undefined;
  pending: boolean;
  run(): void;
}

/** Said where the video has the same already. */
const already: Partial<Record<Tab, string>> = {
  captions: "This video has captions already; these come on top of them.",
  voiceover: "This video has a voice-over already; it is part of its own sound now.",
};

/** What it costs, what is missing, and the way to make a new version of it. */
export function Apply({ tab, versions, applied, lacks, price, pending, run }: Props) {
  const making = tab === "voiceover" ? "spoken and mixed" : "drawn";
  return (
    <Stack gap="sm" mt="lg">
      {already[tab] && applied === 0 && versions.some(({ operation }) => operation === tab) && (
        <Text size="sm" c="dimmed">
          {already[tab]}
        </Text>
      )}
      {applied > 0 && (
        <Alert variant="light" title={`Version ${applied} is ready`} role="status">
          You {tab === "voiceover" ? "hear" : "see"} it here. What you add next comes on top of it.
        </Alert>
      )}
      <Group justify="space-between">
        <Text size="sm" fw={550}>
          {price ?? " "}
        </Text>
        <Button loading={pending} disabled={lacks !== undefined || applied > 0} onClick={run}>
          Apply as version {versions.length + 1}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" aria-live="polite">
        {pending
          ? `It is being ${making}, which can take a minute. You may leave: the version appears by itself.`
          : (lacks ?? "Every earlier version stays.")}
      </Text>
    </Stack>
  );
}
