import { Alert, Button, Grid, Group, Paper, Stack, Tabs, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Captions, Layers } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { VireoError } from "#client/index";
import { paginate } from "#core/captions/pages";
import { timeWords } from "#core/captions/words";
import { vireo } from "../../../api";
import { useAct } from "../../../ui/act";
import type { Medium } from "../../../ui/media";
import { usePrices } from "../../../ui/price";
import { useStored } from "../../../ui/stored";
import { Versions } from "../../../ui/versions";
import { CaptionLayer } from "./caption-layer";
import { CaptionsForm } from "./captions-form";
import { Cues } from "./cues";
import {
  type CaptionsDraft,
  captionsRequest,
  lookOf,
  missing,
  newCaptions,
  newOverlay,
  type OverlayDraft,
  overlayRequest,
} from "./drafts";
import "./edit.css";
import { faceOf, loadFaces, measureOf } from "./fonts/index";
import { OverlayForm } from "./overlay-form";
import { OverlayLayer } from "./overlay-layer";
import { OVERLAY_FACE } from "./overlay-layout";
import { Stage } from "./stage";
import { useVideo } from "./use-video";

export type Tab = "captions" | "overlay";

/** Shown while there are no words, or none are known before the video was heard. */
const SAMPLE = "This is how your words will look.";

/** Widths of texts, once the faces are there. */
function useMeasure(family: string, weight: number) {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void loadFaces().then(() => setReady(true));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the faces have come
  return useMemo(() => measureOf(faceOf(family, weight)), [family, weight, ready]);
}

/** The video with what is being added to it, and what can be chosen. */
export function Desk({ medium, url, tab }: { medium: Medium; url: string; tab: Tab }) {
  const { id, title, versions, width = 1080, height = 1920 } = medium;
  const [, go] = useLocation();
  const element = useRef<HTMLVideoElement>(null);
  const playing = useVideo(element, url);
  const [captions, changeCaptions] = useStored(`edit:captions:${id}`, newCaptions);
  const [overlay, changeOverlay] = useStored(`edit:overlay:${id}`, newOverlay);
  // What was applied is in the video: drawn over it once more, it would stand there twice.
  const { applied } = tab === "captions" ? captions : overlay;
  const captioned = versions.some(({ operation }) => operation === "captions");
  const { data: hears = false } = useQuery({
    queryKey: ["ready", "transcribe"],
    queryFn: async () => (await vireo.ready.get()).checks.some(({ name }) => name.startsWith("transcribe:")),
    staleTime: 3_600_000,
  });
  const prices = usePrices();

  const look = useMemo(() => lookOf(captions), [captions]);
  const measure = useMeasure(look.family, look.weight);
  const overlayMeasure = useMeasure(overlay.fontFamily || OVERLAY_FACE.family, OVERLAY_FACE.weight);
  const { duration, time } = playing;
  const frame = playing.frame ?? { width, height };
  const { source, text, cues } = captions;
  const sample = captioned ? "" : SAMPLE;
  const pages = useMemo(() => {
    const words =
      source === "timed" ? cues : [{ start: 0, end: duration, text: (source === "text" && text.trim()) || sample }];
    return paginate(timeWords(words, duration), look.maxWords, duration);
  }, [source, text, cues, sample, look.maxWords, duration]);

  const apply = useAct(
    async () => {
      if (tab === "captions") {
        const { version } = await vireo.videos.addCaptions(id, captionsRequest(captions));
        changeCaptions({ applied: version });
      } else {
        const { version } = await vireo.videos.addOverlay(id, overlayRequest(overlay, duration));
        changeOverlay({ applied: version });
      }
    },
    { changes: ["videos", "credits"] },
  );
  const errors = apply.error instanceof VireoError ? apply.error.errors : {};
  const editCaptions = (patch: Partial<CaptionsDraft>) => changeCaptions({ applied: 0, ...patch });
  const editOverlay = (patch: Partial<OverlayDraft>) => changeOverlay({ applied: 0, ...patch });
  const lacks = missing(tab, captions, overlay);

  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="lg">
          <Paper withBorder p="md" bg="var(--mantine-color-default-hover)" className="edit-stage">
            <Stage video={element} {...{ url, title, playing, width, height }}>
              {(scale) =>
                applied === 0 && (
                  <>
                    {tab === "captions" && (
                      <CaptionLayer {...{ pages, time, look, frame, measure }} position={captions.position} />
                    )}
                    {tab === "overlay" && (
                      <OverlayLayer
                        draft={overlay}
                        measure={overlayMeasure}
                        on={time >= overlay.start && time <= (overlay.end || duration)}
                        move={(position) => editOverlay({ position })}
                        {...{ frame, scale }}
                      />
                    )}
                  </>
                )
              }
            </Stage>
          </Paper>
          {tab === "captions" && source === "timed" && (
            <Cues
              cues={cues}
              change={(next) => editCaptions({ cues: next })}
              seek={playing.seek}
              {...{ time, duration }}
            />
          )}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Paper withBorder p="md">
          <Tabs
            value={tab}
            onChange={(next) => go(`/library/video/${id}?edit=${next}`, { replace: true })}
            keepMounted={false}
          >
            <Tabs.List mb="md" aria-label="What to add">
              <Tabs.Tab value="captions" leftSection={<Captions size={16} aria-hidden />}>
                Captions
              </Tabs.Tab>
              <Tabs.Tab value="overlay" leftSection={<Layers size={16} aria-hidden />}>
                Overlay
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="captions">
              <CaptionsForm draft={captions} change={editCaptions} {...{ errors, duration, hears }} />
            </Tabs.Panel>
            <Tabs.Panel value="overlay">
              <OverlayForm draft={overlay} change={editOverlay} {...{ errors, time, duration }} />
            </Tabs.Panel>
          </Tabs>
          <Stack gap="sm" mt="lg">
            {tab === "captions" && captioned && applied === 0 && (
              <Text size="sm" c="dimmed">
                This video has captions already; these come on top of them.
              </Text>
            )}
            {applied > 0 && (
              <Alert variant="light" title={`Version ${applied} is ready`} role="status">
                You see it here. What you add next comes on top of it.
              </Alert>
            )}
            <Group justify="space-between">
              <Text size="sm" fw={550}>
                {prices.ofCall(tab) ?? " "}
              </Text>
              <Button
                loading={apply.isPending}
                disabled={lacks !== undefined || applied > 0}
                onClick={() => apply.mutate(undefined)}
              >
                Apply as version {versions.length + 1}
              </Button>
            </Group>
            <Text size="xs" c="dimmed" aria-live="polite">
              {apply.isPending
                ? "It is being drawn, which can take a minute. You may leave: the version appears by itself."
                : (lacks ?? "Every earlier version stays.")}
            </Text>
          </Stack>
        </Paper>
      </Grid.Col>
      {versions.length > 1 && (
        <Grid.Col span={12}>
          <Stack gap="sm" component="section" aria-label="Versions">
            <Title order={2} size="h4">
              Versions
            </Title>
            <Versions medium={medium} />
          </Stack>
        </Grid.Col>
      )}
    </Grid>
  );
}
