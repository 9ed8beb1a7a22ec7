import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { VideoVersion } from "vireo/client";
import { vireo } from "../../../api";
import { useAction } from "../../../ui/action";
import { usePrices } from "../../../ui/catalog";
import { pluralise } from "../../../ui/numbers";
import type { Tab } from "./tabs";
import type { Edit } from "./use-edit";

const nouns: Readonly<Record<Tab, string>> = {
  captions: "captions",
  overlay: "overlay",
  voiceover: "voice-over",
  trim: "trim",
};

/** Renders several layers in one pass, as one version. A trim is last, so that the times of the others stay right. */
function useExport(videoId: string, edits: readonly Edit[], base: number) {
  return useAction(
    async () => {
      const layers = edits.toSorted((a, b) => Number(a.tab === "trim") - Number(b.tab === "trim"));
      const { version } = await vireo.videos.addRender(videoId, {
        layers: layers.map(({ layer }) => layer),
        fromVersion: base,
      });
      for (const edit of edits) edit.setApplied(version, base);
    },
    { stale: ["videos", "credits"], done: "Video exported" },
  );
}

interface Props {
  videoId: string;
  /** The edit of the open tab. */
  edit: Edit;
  /** All edits. */
  edits: readonly Edit[];
  versions: readonly VideoVersion[];
}

/** Applies an edit, or all that are ready, as a new version. Shows the price and what is missing. */
export function Apply({ videoId, edit, edits, versions }: Props) {
  const { tab, missing, appliedVersion, base, isPending, onSubmit } = edit;
  const price = usePrices().ofCall(tab);
  const newest = versions.at(-1)?.version ?? 1;
  const ready = edits.filter(({ isReady }) => isReady);
  const bases = ready.map((one) => one.base);
  const together = useExport(videoId, ready, Math.min(newest, ...bases));
  const isBusy = isPending || together.isPending;
  return (
    <Stack gap="sm" mt="lg">
      {appliedVersion === 0 && base < newest && (
        <Text size="sm" c="dimmed">
          Replaces the {nouns[tab]} of version {newest}, which is kept
        </Text>
      )}
      {appliedVersion > 0 && (
        <Alert title={`Version ${appliedVersion} is ready`} role="status">
          <Stack gap="xs" align="flex-start">
            Change the {nouns[tab]} to replace it. Other edits are added on top.
            {tab === "overlay" && (
              <Button size="compact-sm" variant="default" onClick={edit.reset}>
                Add another overlay
              </Button>
            )}
          </Stack>
        </Alert>
      )}
      <Group justify="space-between">
        <Text size="sm" fw={550}>
          {price}
        </Text>
        <Button
          loading={isPending}
          disabled={missing !== undefined || appliedVersion > 0 || isBusy}
          variant={ready.length > 1 ? "default" : "filled"}
          onClick={onSubmit}
        >
          Apply as version {newest + 1}
        </Button>
      </Group>
      {ready.length > 1 && (
        <Button fullWidth loading={together.isPending} disabled={isBusy} onClick={() => together.mutate(undefined)}>
          {`Export ${pluralise(ready.length, "layer")} together`}
        </Button>
      )}
      <Text size="xs" c="dimmed" aria-live="polite">
        {isBusy
          ? "This can take a minute. You can leave this page; the version appears when it's ready."
          : (missing ?? "Earlier versions are kept")}
      </Text>
    </Stack>
  );
}
