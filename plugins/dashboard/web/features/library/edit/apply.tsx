import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { VideoVersion } from "vireo/client";
import { usePrices } from "../../../ui/catalog";
import type { Edit } from "./use-edit";

/** Warnings for a video that has the same kind of edit already. */
const warnings: Partial<Record<Edit["tab"], string>> = {
  captions: "This video already has captions. New ones are added on top.",
  voiceover: "This video already has a voice-over. A new one is mixed with it.",
};

/** Applies an edit as a new version, and shows the price and what is missing. */
export function Apply({ edit, versions }: { edit: Edit; versions: readonly VideoVersion[] }) {
  const { tab, missing, appliedVersion, isPending, onSubmit } = edit;
  const price = usePrices().ofCall(tab);
  const isRepeated = versions.some(({ operation }) => operation === tab);
  return (
    <Stack gap="sm" mt="lg">
      {warnings[tab] && appliedVersion === 0 && isRepeated && (
        <Text size="sm" c="dimmed">
          {warnings[tab]}
        </Text>
      )}
      {appliedVersion > 0 && (
        <Alert title={`Version ${appliedVersion} is ready`} role="status">
          Further edits are added on top of it.
        </Alert>
      )}
      <Group justify="space-between">
        <Text size="sm" fw={550}>
          {price}
        </Text>
        <Button loading={isPending} disabled={missing !== undefined || appliedVersion > 0} onClick={onSubmit}>
          Apply as version {versions.length + 1}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" aria-live="polite">
        {isPending
          ? "This can take a minute. You can leave this page; the version appears when it's ready."
          : (missing ?? "Earlier versions are kept")}
      </Text>
    </Stack>
  );
}
