import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { CalendarPlus } from "lucide-react";
import type { VideoVersion } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../../api";
import { useCan } from "../../../session";
import { useAction } from "../../../ui/action";
import { usePrices } from "../../../ui/catalog";
import { pluralise } from "../../../ui/numbers";
import { listChain } from "./base-version";
import { readKept, shiftLayer } from "./kept-layers";
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
const toPrice = (tab: Tab) => (tab === "music" ? "musicLayer" : tab);

/** Renders several layers on top of those of the base version, as one version. */
function useRender(videoId: string, edits: readonly Edit[], base: number) {
  return useAction(
    async () => {
      const kept = await readKept(
        videoId,
        base,
        edits.some(({ tab }) => tab === "captions"),
      );
      const added = edits.map(({ toLayer }) => toLayer());
      const trim = added.find(({ type }) => type === "trim") as { start?: number } | undefined;
      const { version } = await vireo.videos.addRender(videoId, {
        layers: [
          ...kept,
          ...added.map((layer) => (layer.type === "trim" ? layer : shiftLayer(layer, trim?.start ?? 0))),
        ],
        fromVersion: base,
      });
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

export function useExport(videoId: string, edits: readonly Edit[], base: number): Export {
  const ready = edits.filter(({ isReady }) => isReady);
  const render = useRender(videoId, ready, base);
  const isBusy = render.isPending || edits.some(({ isPending }) => isPending);
  const run = () => {
    if (isBusy) return;
    // A single edit goes through its own route, so that errors appear at its fields.
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
  /** The version that the export starts from. */
  base: number;
  versions: readonly VideoVersion[];
}

/** Explains what an export replaces or leaves out if it doesn't start from the newest version. */
function ReplacedNote({ edit: { tab }, exported: { ready }, base, versions }: Omit<Props, "videoId">) {
  const newest = versions.at(-1)?.version ?? 1;
  if (base === newest) return null;
  const replaced = listChain(versions).flatMap(({ version, layers = [] }) => (version > base ? layers : []));
  const kept = [tab, ...ready.map((edit) => edit.tab)];
  const lost = [...new Set(replaced)].filter((layer) => !kept.includes(layer)).map((layer) => nouns[layer]);
  return (
    <Text size="sm" c="dimmed">
      {lost.length > 0
        ? `Starts from version ${base}, without the later ${lost.join(" and ")}. Version ${newest} is kept.`
        : `Replaces the ${nouns[tab]} of version ${newest}, which is kept`}
    </Text>
  );
}

/** Exports all layers that are complete as a new version. Shows the price and what is missing. */
export function Apply({ videoId, ...props }: Props) {
  const { edit, exported, versions } = props;
  const { ready, isBusy, run } = exported;
  const { tab, missing, appliedVersion } = edit;
  const newest = versions.at(-1)?.version ?? 1;
  const canPost = useCan("social:write");
  const price = usePrices().ofCalls(ready.map(({ tab }) => toPrice(tab)));
  return (
    <Stack gap="sm" mt="lg">
      {appliedVersion === 0 && <ReplacedNote {...props} />}
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
