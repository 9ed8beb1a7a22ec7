import { Grid, Paper, Stack, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useLocation } from "wouter";
import { HOUR_MS, vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { useModels } from "../../../ui/catalog";
import { Loading } from "../../../ui/loading";
import type { MediaItem } from "../../../ui/media";
import { VersionSection } from "../../../ui/versions";
import { Apply } from "./apply";
import { CaptionPreview } from "./caption-preview";
import { captionsEdit } from "./captions";
import { CaptionsForm } from "./captions-form";
import "./edit.css";
import { overlayEdit } from "./overlay";
import { OverlayForm } from "./overlay-form";
import { OverlayPreview } from "./overlay-preview";
import { PreviewFrame } from "./preview";
import { type Tab, tabs } from "./tabs";
import { useEdit } from "./use-edit";
import { usePlayback } from "./use-playback";
import { NoSpeechEngine } from "./voice-fields";
import { voiceoverEdit } from "./voiceover";
import { VoiceoverForm } from "./voiceover-form";

/** True if an engine can transcribe speech. */
function useCanTranscribe(): boolean {
  const { data = false } = useQuery({
    queryKey: [...keys.readyChecks, "transcribe"],
    queryFn: async () => (await vireo.ready.get()).checks.some(({ name }) => name.startsWith("transcribe:")),
    staleTime: HOUR_MS,
  });
  return data;
}

/** The video with a live preview of an edit, and the form of the edit. */
export function Editor({ item, url, tab }: { item: MediaItem; url: string; tab: Tab }) {
  const { id, title, versions, width = 1080, height = 1920 } = item;
  const [, navigate] = useLocation();
  const video = useRef<HTMLVideoElement>(null);
  const playback = usePlayback(video, url);
  const { duration } = playback;
  const captions = useEdit(id, captionsEdit, duration);
  const overlay = useEdit(id, overlayEdit, duration);
  const voiceover = useEdit(id, voiceoverEdit, duration);
  const edit = { captions, overlay, voiceover }[tab];
  const canTranscribe = useCanTranscribe();
  const voiceModels = useModels("speak");
  const frame = playback.frame ?? { width, height };
  // An applied edit is already part of the video.
  const showsPreview = edit.appliedVersion === 0;
  const hasCaptions = versions.some(({ operation }) => operation === "captions");
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="lg">
          <Paper withBorder p="md" bg="var(--mantine-color-default-hover)" className="edit-stage">
            <PreviewFrame video={video} url={url} title={title} playback={playback} frame={frame}>
              {(scale) => (
                <>
                  {showsPreview && tab === "captions" && (
                    <CaptionPreview form={captions.form} playback={playback} frame={frame} withSample={!hasCaptions} />
                  )}
                  {showsPreview && tab === "overlay" && (
                    <OverlayPreview form={overlay.form} playback={playback} frame={frame} scale={scale} />
                  )}
                </>
              )}
            </PreviewFrame>
          </Paper>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Paper withBorder p="md">
          <Tabs
            value={tab}
            onChange={(next) => navigate(`/library/video/${id}?edit=${next}`, { replace: true })}
            keepMounted={false}
            classNames={{ tabSection: "edit-tab-icon" }}
          >
            <Tabs.List mb="md" aria-label="Edit">
              {Object.entries(tabs).map(([name, { title, icon: Icon }]) => (
                <Tabs.Tab key={name} value={name} leftSection={<Icon size={16} />}>
                  {title}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="captions">
              <CaptionsForm form={captions.form} playback={playback} canTranscribe={canTranscribe} />
            </Tabs.Panel>
            <Tabs.Panel value="overlay">
              <OverlayForm form={overlay.form} playback={playback} />
            </Tabs.Panel>
            <Tabs.Panel value="voiceover">
              {voiceModels === undefined && <Loading />}
              {voiceModels?.length === 0 && <NoSpeechEngine />}
              {voiceModels?.[0] && (
                <VoiceoverForm form={voiceover.form} voices={voiceModels[0].voices ?? []} playback={playback} />
              )}
            </Tabs.Panel>
          </Tabs>
          {(tab !== "voiceover" || voiceModels?.[0]) && <Apply edit={edit} versions={versions} />}
        </Paper>
      </Grid.Col>
      <Grid.Col span={12}>
        <VersionSection item={item} />
      </Grid.Col>
    </Grid>
  );
}
