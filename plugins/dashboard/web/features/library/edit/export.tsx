import { Alert, Box, Button, Group, Stack, Text } from "@mantine/core";
import { CalendarPlus } from "lucide-react";
import { Link } from "wouter";
import { useCan } from "../../../session";
import { useAction } from "../../../ui/action";
import { usePrices } from "../../../ui/catalog";
import { pluralise } from "../../../ui/numbers";
import { type RenderedEdit, renderLayers } from "./render-layers";
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
function toPrice({ toLayer }: RenderedEdit): string {
  const layer = toLayer();
  if (layer.type === "voiceover" && layer.text === undefined) return "recording";
  return layer.type === "music" ? "musicLayer" : layer.type;
}

/** Renders all layers that are complete, as one version. */
export interface Export {
  ready: readonly RenderedEdit[];
  isBusy: boolean;
  run(): void;
}

/** `others` are complete layers that are not open in a form. */
export function useExport(
  target: Parameters<typeof renderLayers>[0],
  edits: readonly Edit[],
  others: readonly RenderedEdit[],
): Export {
  const open = edits.filter(({ isReady }) => isReady);
  // In the order in which they are drawn: the open overlay is the newest.
  const ready = [...others, ...open];
  const canPost = useCan("social:draft");
  const render = useAction(() => renderLayers(target, ready), {
    stale: ["videos", "credits"],
    done: {
      message: "Video exported.",
      link: canPost ? { href: `/calendar?video=${target.videoId}`, label: "Schedule" } : undefined,
    },
  });
  const isBusy = render.isPending || edits.some(({ isPending }) => isPending);
  const run = () => {
    if (isBusy || ready.length === 0) return;
    // The errors of a single edit appear at its fields.
    if (open.length === 1 && others.length === 0) open[0]?.onSubmit();
    else render.mutate(undefined);
  };
  return { ready, isBusy, run };
}

/** Exports all layers that are complete as a new version. */
export function ExportButton({ exported: { ready, isBusy, run }, next }: { exported: Export; next: number }) {
  const price = usePrices().ofCalls(ready.map(toPrice));
  const what = ready.length > 1 ? `Export ${pluralise(ready.length, "layer")}` : "Export";
  return (
    <Group gap="sm" wrap="nowrap">
      {ready.length > 0 && (
        <Text size="sm" c="dimmed" visibleFrom="md">
          {price}
        </Text>
      )}
      <Button
        size="xs"
        loading={isBusy}
        disabled={ready.length === 0}
        onClick={run}
        aria-label={`${what} as version ${next}`}
      >
        {what}
        <Box component="span" visibleFrom="md">
          &nbsp;as version {next}
        </Box>
      </Button>
    </Group>
  );
}

interface StatusProps {
  videoId: string;
  /** The edit of the open tab. */
  edit: Edit;
  exported: Export;
}

/** Says what is missing before the open layer can be exported, or which version it has become. */
export function ExportStatus({ videoId, edit: { tab, missing, appliedVersion }, exported }: StatusProps) {
  const canPost = useCan("social:draft");
  return (
    <Stack gap="xs" mt="lg">
      {appliedVersion > 0 && (
        <Alert title={`Version ${appliedVersion} is ready`} role="status">
          <Stack gap="xs" align="flex-start">
            Change the {nouns[tab]} to replace it. Other edits are added on top.
            {canPost && (
              <Button
                component={Link}
                href={`/calendar?video=${videoId}`}
                size="compact-sm"
                variant="default"
                leftSection={<CalendarPlus size={14} />}
              >
                Schedule
              </Button>
            )}
          </Stack>
        </Alert>
      )}
      <Text size="xs" c="dimmed" aria-live="polite">
        {exported.isBusy
          ? "This can take a minute. You can leave this page; the version appears when it's ready."
          : (missing ?? "Nothing is part of the video until you export it. Earlier versions are kept.")}
      </Text>
    </Stack>
  );
}
