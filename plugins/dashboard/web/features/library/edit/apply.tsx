import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { CalendarPlus } from "lucide-react";
import type { VideoVersion } from "vireo/client";
import { Link } from "wouter";
import { useCan } from "../../../session";
import { useAction } from "../../../ui/action";
import { usePrices } from "../../../ui/catalog";
import { pluralise } from "../../../ui/numbers";
import { renderLayers } from "./render-layers";
import type { Tab } from "./tabs";
import type { Edit } from "./use-edit";

const nouns: Readonly<Record<Tab, string>> = {
  captions: "captions",
  overlay: "overlay",
  voiceover: "voice-over",
  music: "music",
  trim: "trim",
};

/** Price name of a layer. The price `music` is for generating a track. */
function toPrice({ tab, toLayer }: Edit): string {
  const layer = toLayer();
  if (layer.type === "voiceover" && layer.text === undefined) return "recording";
  return tab === "music" ? "musicLayer" : tab;
}

/** Renders several edits as one version. */
function useRender(target: Parameters<typeof renderLayers>[0], edits: readonly Edit[]) {
  return useAction(
    async () => {
      const { version } = await renderLayers(target, edits);
      for (const edit of edits) edit.setApplied(version);
    },
    { stale: ["videos", "credits"], done: "Video exported" },
  );
}

/** Renders all layers that are complete, as one version. */
export interface Export {
  ready: readonly Edit[];
  isBusy: boolean;
  run(): void;
}

export function useExport(target: Parameters<typeof renderLayers>[0], edits: readonly Edit[]): Export {
  const ready = edits.filter(({ isReady }) => isReady);
  const render = useRender(target, ready);
  const isBusy = render.isPending || edits.some(({ isPending }) => isPending);
  const run = () => {
    if (isBusy) return;
    // The errors of a single edit appear at its fields.
    if (ready.length > 1) render.mutate(undefined);
    else ready[0]?.onSubmit();
  };
  return { ready, isBusy, run };
}

interface Props {
  videoId: string;
  /** The edit of the open tab. */
  edit: Edit;
  exported: Export;
  versions: readonly VideoVersion[];
}

/** Exports all layers that are complete as a new version. Shows the price and what is missing. */
export function Apply({ videoId, ...props }: Props) {
  const { edit, exported, versions } = props;
  const { ready, isBusy, run } = exported;
  const { tab, missing, appliedVersion } = edit;
  const newest = versions.at(-1)?.version ?? 1;
  const canPost = useCan("social:draft");
  const price = usePrices().ofCalls(ready.map(toPrice));
  return (
    <Stack gap="sm" mt="lg">
      {appliedVersion > 0 && (
        <Alert title={`Version ${appliedVersion} is ready`} role="status">
          <Stack gap="xs" align="flex-start">
            Change the {nouns[tab]} to replace it. Other edits are added on top.
            <Group gap="xs">
              {canPost && (
                <Button
                  component={Link}
                  href={`/calendar?video=${videoId}`}
                  size="compact-sm"
                  leftSection={<CalendarPlus size={14} />}
                >
                  Schedule
                </Button>
              )}
              {tab === "overlay" && (
                <Button size="compact-sm" variant="default" onClick={edit.reset}>
                  Add another overlay
                </Button>
              )}
            </Group>
          </Stack>
        </Alert>
      )}
      <Group justify="space-between">
        <Text size="sm" fw={550}>
          {price}
        </Text>
        <Button loading={isBusy} disabled={ready.length === 0} onClick={run}>
          {ready.length > 1
            ? `Export ${pluralise(ready.length, "layer")} as version ${newest + 1}`
            : `Export as version ${newest + 1}`}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" aria-live="polite">
        {isBusy
          ? "This can take a minute. You can leave this page; the version appears when it's ready."
          : (missing ?? "Earlier versions are kept")}
      </Text>
    </Stack>
  );
}
