import { Grid, Paper, Stack, Tabs, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Captions, Layers, type LucideIcon, Mic } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { paginate } from "vireo/captions/pages";
import { timeWords } from "vireo/captions/words";
import { VireoError } from "vireo/client";
import { useLocation } from "wouter";
import { vireo } from "../../../api";
import { useAction } from "../../../ui/action";
import { Loading } from "../../../ui/loading";
import type { MediaItem } from "../../../ui/media";
import { useModels, usePrices } from "../../../ui/prices";
import { useStored } from "../../../ui/stored-form";
import { Versions } from "../../../ui/versions";
import { Apply } from "./apply";
import { CaptionLayer } from "./caption-layer";
import { CaptionLines } from "./caption-lines";
import { CaptionsForm } from "./captions-form";
import {
  type CaptionsDraft,
  captionsRequest,
  missing,
  newCaptions,
  newOverlay,
  type OverlayDraft,
  overlayRequest,
  resolveCaptionStyle,
} from "./drafts";
import "./edit.css";
import { createTextMeasure, getFace, loadFaces } from "./fonts/index";
import { OverlayForm } from "./overlay-form";
import { OverlayLayer } from "./overlay-layer";
import { OVERLAY_FACE } from "./overlay-layout";
import { PreviewFrame } from "./preview";
import { usePlayback } from "./use-playback";
import { NoSpeechEngine } from "./voice-fields";
import { findMissingVoiceover, newVoiceover, type VoiceoverDraft, voiceoverRequest } from "./voiceover";
import { VoiceoverForm } from "./voiceover-form";

const tabs: Readonly<Record<Tab, readonly [title: string, icon: LucideIcon]>> = {
  captions: ["Captions", Captions],
  overlay: ["Overlay", Layers],
  voiceover: ["Voice-over", Mic],
};
export type Tab = "captions" | "overlay" | "voiceover";
export const isTab = (name: string): name is Tab => Object.hasOwn(tabs, name);

/** What is wrong, by the field it belongs to. */
function errorsOf(error: unknown): Record<string, string[]> {
  if (!(error instanceof VireoError)) return {};
  const { failCode } = { ...error.problem } as { failCode?: unknown };
  return failCode === "voiceover_too_long" ? { text: [error.detail] } : error.errors;
}

/** Shown while there are no words, or none are known before the video was heard. */
const SAMPLE = "This is how your words will look.";

/** Widths of texts, once the faces are there. */
function useMeasure(family: string, weight: number) {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void loadFaces().then(() => setReady(true));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the faces have come
  return useMemo(() => createTextMeasure(getFace(family, weight)), [family, weight, ready]);
}

/** The video with what is being added to it, and what can be chosen. */
export function Editor({ medium, url, tab }: { medium: MediaItem; url: string; tab: Tab }) {
  const { id, title, versions, width = 1080, height = 1920 } = medium;
  const [, go] = useLocation();
  const element = useRef<HTMLVideoElement>(null);
  const playing = usePlayback(element, url);
  const [captions, changeCaptions] = useStored(`edit:captions:${id}`, newCaptions);
  const [overlay, changeOverlay] = useStored(`edit:overlay:${id}`, newOverlay);
  const [voiceover, changeVoiceover] = useStored(`edit:voiceover:${id}`, newVoiceover);
  // What was applied is in the video: drawn over it once more, it would stand there twice.
  const { applied } = { captions, overlay, voiceover }[tab];
  const captioned = versions.some(({ operation }) => operation === "captions");
  const { data: hears = false } = useQuery({
    queryKey: ["ready", "transcribe"],
    queryFn: async () => (await vireo.ready.get()).checks.some(({ name }) => name.startsWith("transcribe:")),
    staleTime: 3_600_000,
  });
  const speakers = useModels("speak");
  const speaker = speakers?.[0];
  const prices = usePrices();

  const look = useMemo(() => resolveCaptionStyle(captions), [captions]);
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

  const add = {
    captions: () => vireo.videos.addCaptions(id, captionsRequest(captions)),
    overlay: () => vireo.videos.addOverlay(id, overlayRequest(overlay, duration)),
    voiceover: () => vireo.videos.addVoiceover(id, voiceoverRequest(voiceover)),
  };
  const keep = { captions: changeCaptions, overlay: changeOverlay, voiceover: changeVoiceover };
  const apply = useAction(
    async () => {
      const { version } = await add[tab]();
      keep[tab]({ applied: version });
    },
    { changes: ["videos", "credits"] },
  );
  const errors = errorsOf(apply.error);
  const editCaptions = (patch: Partial<CaptionsDraft>) => changeCaptions({ applied: 0, ...patch });
  const editOverlay = (patch: Partial<OverlayDraft>) => changeOverlay({ applied: 0, ...patch });
  const editVoiceover = (patch: Partial<VoiceoverDraft>) => changeVoiceover({ applied: 0, ...patch });
  const lacks = tab === "voiceover" ? findMissingVoiceover(voiceover) : missing(tab, captions, overlay);
  const show = (next: string | null) => {
    // What was wrong with one says nothing of another.
    if (!apply.isPending) apply.reset();
    go(`/library/video/${id}?edit=${next}`, { replace: true });
  };

  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="lg">
          <Paper withBorder p="md" bg="var(--mantine-color-default-hover)" className="edit-stage">
            <PreviewFrame video={element} {...{ url, title, playing, width, height }}>
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
            </PreviewFrame>
          </Paper>
          {tab === "captions" && source === "timed" && (
            <CaptionLines
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
          <Tabs value={tab} onChange={show} keepMounted={false} classNames={{ tabSection: "edit-tab-icon" }}>
            <Tabs.List mb="md" aria-label="What to add">
              {Object.entries(tabs).map(([name, [label, Icon]]) => (
                <Tabs.Tab key={name} value={name} leftSection={<Icon size={16} aria-hidden />}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="captions">
              <CaptionsForm draft={captions} change={editCaptions} {...{ errors, duration, hears }} />
            </Tabs.Panel>
            <Tabs.Panel value="overlay">
              <OverlayForm draft={overlay} change={editOverlay} {...{ errors, time, duration }} />
            </Tabs.Panel>
            <Tabs.Panel value="voiceover">
              {!speakers && <Loading />}
              {speakers?.length === 0 && <NoSpeechEngine />}
              {speaker && (
                <VoiceoverForm
                  draft={voiceover}
                  change={editVoiceover}
                  voices={speaker.voices ?? []}
                  {...{ errors, time, duration }}
                />
              )}
            </Tabs.Panel>
          </Tabs>
          {(tab !== "voiceover" || speaker) && (
            <Apply
              {...{ tab, versions, applied, lacks }}
              price={prices.ofCall(tab)}
              pending={apply.isPending}
              run={() => apply.mutate(undefined)}
            />
          )}
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
