import { Grid, Paper, Tabs } from "@mantine/core";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useCanTranscribe, useModels } from "../../../ui/catalog";
import { Loading } from "../../../ui/loading";
import { useVisibleTab } from "../../../ui/use-visible-tab";
import { VersionSection } from "../../../ui/versions";
import { Apply, useExport } from "./apply";
import { CaptionPreview } from "./caption-preview";
import { CaptionsForm } from "./captions-form";
import "./edit.css";
import { LayerList } from "./layer-list";
import { OverlayPreview } from "./overlay-preview";
import { PreviewFrame } from "./preview";
import type { StoredLayer } from "./render-layers";
import { tabs } from "./tabs";
import { Timeline } from "./timeline";
import { EditorToolbar } from "./toolbar";
import { SAMPLE, useCaptionPages } from "./use-caption-pages";
import type { Edit } from "./use-edit";
import { type EditorProps, type Edits, useEdits } from "./use-edits";
import { useHistory } from "./use-history";
import { useMix } from "./use-mix";
import { type Frame, type Playback, type Shown, usePlayback } from "./use-playback";

// The editor opens with captions. The other forms load when their tab is first opened.
const OverlayForm = lazy(() => import("./overlay-form"));
const VoiceoverForm = lazy(() => import("./voiceover-form"));
const MusicForm = lazy(() => import("./music-form"));
const TrimForm = lazy(() => import("./trim-form"));

/**
 * True for a draft on its own tab, and on others if it is complete. An applied draft is already part of the video, unless the
 * original is shown.
 */
const isShown = (draft: Edit, { edit: open, isChanging, isTrimming }: Edits): boolean =>
  !isTrimming &&
  (draft.appliedVersion > 0 ? isChanging : draft.tab === open.tab || (draft.isReady && open.appliedVersion === 0));

interface LayersProps {
  edits: Edits;
  captions: ReturnType<typeof useCaptionPages>;
  playback: Playback;
  frame: Frame;
  scale: number;
}

/** Draws the drafts over the video, also those of other tabs, because they are exported together. */
function Layers({ edits, captions: shown, playback, frame, scale }: LayersProps) {
  const { captions, overlay } = edits;
  return (
    <>
      {isShown(captions, edits) && <CaptionPreview {...shown} playback={playback} frame={frame} scale={scale} />}
      {isShown(overlay, edits) && (
        <OverlayPreview form={overlay.form} playback={playback} frame={frame} scale={scale} />
      )}
    </>
  );
}

function Forms({ edits, playback }: { edits: Edits; playback: Playback }) {
  const canTranscribe = useCanTranscribe();
  const voiceModels = useModels("speak");
  return (
    <Suspense fallback={<Loading lines={8} />}>
      <Tabs.Panel value="captions">
        <CaptionsForm
          form={edits.captions.form}
          shown={edits.draft}
          playback={playback}
          canTranscribe={canTranscribe}
        />
      </Tabs.Panel>
      <Tabs.Panel value="overlay">
        <OverlayForm form={edits.overlay.form} playback={playback} />
      </Tabs.Panel>
      <Tabs.Panel value="voiceover">
        {voiceModels === undefined && <Loading />}
        {voiceModels && (
          <VoiceoverForm form={edits.voiceover.form} playback={playback} canSpeak={voiceModels.length > 0} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="music">
        <MusicForm form={edits.music.form} playback={playback} />
      </Tabs.Panel>
      <Tabs.Panel value="trim">
        <TrimForm form={edits.trim.form} playback={playback} isReopened={edits.isTrimming} />
      </Tabs.Panel>
    </Suspense>
  );
}

/** The video with a live preview of its edits, and their forms. */
export function Editor(props: EditorProps) {
  const { item, url, tab } = props;
  const { id, title, versions, width = 1080, height = 1920 } = item;
  const [, navigate] = useLocation();
  const video = useRef<HTMLVideoElement>(null);
  const tabList = useVisibleTab(tab);
  const [shown, setShown] = useState<Shown>({ url, start: 0 });
  const playback = usePlayback(video, shown);
  const { duration } = playback;
  const hasSpeech = useModels("speak")?.length !== 0;
  const edits = useEdits(props, duration);
  const { captions, overlay, voiceover, music, trim, edit } = edits;
  const canSpeak = hasSpeech || voiceover.form.values.speaker === "recording";
  useMix(
    video,
    {
      music: isShown(music, edits) ? music.form.values : undefined,
      voiceover: isShown(voiceover, edits) && canSpeak ? voiceover.form.values : undefined,
      powers: edits.powers,
    },
    playback,
  );
  const { url: shownUrl, start, length } = edits.shown;
  useEffect(() => setShown({ url: shownUrl, start, length }), [shownUrl, start, length]);
  const history = useHistory({
    captions: captions.form,
    overlay: overlay.form,
    voiceover: voiceover.form,
    music: music.form,
    trim: trim.form,
  } as unknown as Parameters<typeof useHistory>[0]);
  const openTab = (next: string | null) => navigate(`/library/video/${id}?edit=${next}`, { replace: true });
  const { base, newest } = edits;
  const getOpen = (layer: StoredLayer) => {
    const open = edits.getOpen(layer);
    return (
      open &&
      (() => {
        open();
        openTab(layer.type);
      })
    );
  };
  const exported = useExport({ videoId: id, base, newest }, [
    ...[captions, overlay, ...(canSpeak ? [voiceover] : []), music, trim],
  ]);
  const frame = useMemo(() => playback.frame ?? { width, height }, [playback.frame, width, height]);
  const sample = tab === "captions" ? SAMPLE : "";
  const pages = useCaptionPages(edits.draft, { frame, duration, guides: edits.guides }, sample);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Paper withBorder p="md" bg="var(--mantine-color-default-hover)" className="edit-stage">
          <PreviewFrame video={video} url={shown.url} title={title} playback={playback} frame={frame}>
            {(scale) => <Layers edits={edits} captions={pages} playback={playback} frame={frame} scale={scale} />}
          </PreviewFrame>
          <Timeline item={item} edits={edits} pages={pages.pages} playback={playback} tab={tab} openTab={openTab} />
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Paper withBorder p="md">
          <EditorToolbar history={history} playback={playback} openTab={openTab} exportVideo={exported.run} />
          <Tabs value={tab} onChange={openTab} keepMounted={false}>
            <Tabs.List mb="md" aria-label="Edit" ref={tabList}>
              {Object.entries(tabs).map(([name, { title }]) => (
                <Tabs.Tab key={name} value={name} px="xs">
                  {title}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Forms edits={edits} playback={playback} />
          </Tabs>
          {(tab !== "voiceover" || canSpeak) && (
            <Apply videoId={id} edit={edit} exported={exported} versions={versions} />
          )}
          <LayerList videoId={id} newest={newest} layers={props.detail.layers} getOpen={getOpen} />
        </Paper>
      </Grid.Col>
      <Grid.Col span={12}>
        <VersionSection item={item} />
      </Grid.Col>
    </Grid>
  );
}
