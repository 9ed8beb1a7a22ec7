import { Tabs } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { alignWords, type Interval } from "vireo/captions/align";
import { type PlacedPage, placeCaptions } from "vireo/captions/placement";
import { captionStyles } from "vireo/captions/styles";
import { timeWords } from "vireo/captions/words";
import { useLocation } from "wouter";
import { useCanTranscribe, useModels } from "../../../ui/catalog";
import { Loading } from "../../../ui/loading";
import { useVisibleTab } from "../../../ui/use-visible-tab";
import { EditorBar } from "./bar";
import { CaptionPreview } from "./caption-preview";
import { type CaptionWords, useCaptionWords } from "./caption-track";
import { type CaptionsDraft, resolveCaptionStyle } from "./captions";
import { CaptionsForm } from "./captions-form";
import { ExportStatus, useExport } from "./export";
import { LayerList } from "./layer-list";
import { OverlayPreview } from "./overlay-preview";
import { PreviewFrame, useZone } from "./preview";
import type { StoredLayer } from "./render-layers";
import { round } from "./span";
import { tabs } from "./tabs";
import { AddOverlay, Timeline, useTimelineView } from "./timeline";
import type { Guides } from "./use-caption-guides";
import { type EditorProps, type Edits, useEdits } from "./use-edits";
import { useHistory } from "./use-history";
import { useMix } from "./use-mix";
import { type Frame, type Playback, type Shown, usePlayback } from "./use-playback";
import { useTextMeasure } from "./use-text-measure";

/** Shown while there is no text, or before the video is transcribed. */
const SAMPLE = "This is how your captions will look.";

interface Video {
  frame: Frame;
  /** Seconds. */
  duration: number;
  guides: Guides;
}

/** Lays out the pages of a caption draft. `sample` is shown if it has no text. */
function useCaptionPages(draft: CaptionsDraft, { frame, duration, guides }: Video, sample: string) {
  const style = useMemo(() => resolveCaptionStyle(draft), [draft]);
  const { family, weight } = style;
  const { face, measure, isLoaded } = useTextMeasure({ family, weight, standIn: captionStyles[draft.style].family });
  const { source, text, cues, position, avoidText } = draft;
  const speech = guides?.speech;
  const rows = avoidText ? guides?.text : undefined;
  const words = useMemo(() => {
    if (source === "timed") return timeWords(cues, duration);
    const own = source === "text" ? text.trim() : "";
    return [alignWords(own || sample, (own && speech) || [{ start: 0, end: duration }])];
  }, [source, text, cues, duration, speech, sample]);
  const pages: PlacedPage[] = useMemo(
    () => placeCaptions(words, { style, position, frame: { ...frame, duration }, measure: measure.width, text: rows }),
    [words, style, position, frame, duration, measure, rows],
  );
  const isPlaced = guides !== undefined && isLoaded;
  return { pages, style, face, isPlaced };
}

// The editor opens with captions. The other forms load when their tab is first opened.
const OverlayForm = lazy(() => import("./overlay-form"));
const VoiceoverForm = lazy(() => import("./voiceover-form"));
const MusicForm = lazy(() => import("./music-form"));
const TrimForm = lazy(() => import("./trim-form"));

interface LayersProps {
  edits: Edits;
  captions: ReturnType<typeof useCaptionPages>;
  playback: Playback;
  frame: Frame;
  scale: number;
  openOverlay(key: string): void;
}

/** Draws the drafts over the video, also those of other tabs, because they are exported together. */
function Layers({ edits, captions: shown, playback, frame, scale, openOverlay }: LayersProps) {
  const { captions, overlay, overlays } = edits;
  const place = { playback, frame, scale };
  return (
    <>
      {edits.isShown(captions) && <CaptionPreview {...shown} {...place} />}
      {overlays.others
        .filter(({ isChanged }) =>
          edits.isShown({ tab: "overlay", appliedVersion: isChanged ? 0 : 1, isReady: isChanged }),
        )
        .map(({ draft }) => (
          <OverlayPreview key={draft.key} draft={draft} {...place} open={() => openOverlay(draft.key)} />
        ))}
      {edits.isShown(overlay) && (
        <OverlayPreview
          draft={overlay.form.values}
          {...place}
          move={(position) => overlay.form.setValues({ position })}
        />
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
        <AddOverlay edits={edits} />
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

/** Moves an end of the open layer to the playhead. Sounds have only a start. */
function markEnd(edits: Edits, words: CaptionWords, { time, duration }: Playback, end: "start" | "end"): void {
  const now = round(time);
  const { tab } = edits.edit;
  if (tab === "captions") {
    const line = words.lines.findIndex((one) => one.start < now && now < one.end);
    if (line >= 0) words.moveLine(line, { [end]: now });
  } else if (tab === "overlay" || tab === "trim") {
    const { form } = edits[tab];
    const { start, end: until } = form.values;
    if (end === "start" ? now >= (until || duration) : now <= start) return;
    (form as UseFormReturnType<Interval>).setValues({ [end]: end === "end" && now >= duration - 0.05 ? 0 : now });
  } else if (end === "start" && now < duration)
    (edits[tab].form as unknown as UseFormReturnType<Interval>).setValues({ start: now });
}

/** Returns a function that splits the open layer at the playhead. Undefined where that is not possible. */
function getSplit({ edit, overlay, overlays }: Edits, words: CaptionWords, { time, duration }: Playback) {
  const now = round(time);
  if (edit.tab === "captions") return words.getSplit(now);
  const { start, end } = overlay.form.values;
  const isInside = edit.tab === "overlay" && !overlay.missing && start < now && now < (end || duration);
  return isInside ? () => overlays.split(now) : undefined;
}

interface Props extends EditorProps {
  /** Shown above the forms. */
  notice: ReactNode;
}

/** The video with a live preview of its edits, their timeline and their forms. */
export function Editor(props: Props) {
  const { item, url, tab, notice } = props;
  const { id, title, width = 1080, height = 1920 } = item;
  const [, navigate] = useLocation();
  const video = useRef<HTMLVideoElement>(null);
  const tabList = useVisibleTab(tab);
  const [isMuted, setMuted] = useState(false);
  const [shown, setShown] = useState<Shown>({ url, start: 0 });
  const playback = usePlayback(video, shown);
  const { duration } = playback;
  const hasSpeech = useModels("speak")?.length !== 0;
  const edits = useEdits(props, duration);
  const { captions, overlay, overlays, voiceover, music, trim, edit } = edits;
  const canSpeak = hasSpeech || voiceover.form.values.speaker === "recording";
  useMix(
    video,
    {
      music: edits.isShown(music) ? music.form.values : undefined,
      voiceover: edits.isShown(voiceover) && canSpeak ? voiceover.form.values : undefined,
      powers: edits.powers,
    },
    playback,
  );
  const { url: shownUrl, start, length } = edits.shown;
  useEffect(() => setShown({ url: shownUrl, start, length }), [shownUrl, start, length]);
  const history = useHistory([
    ...[captions.form, overlay.form, voiceover.form, music.form, trim.form],
    overlays.history,
  ]);
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
  const exported = useExport(
    { videoId: id, base, newest },
    [captions, overlay, ...(canSpeak ? [voiceover] : []), music, trim],
    overlays.rendered,
  );
  const frame = useMemo(() => playback.frame ?? { width, height }, [playback.frame, width, height]);
  const sample = tab === "captions" ? SAMPLE : "";
  const pages = useCaptionPages(edits.draft, { frame, duration, guides: edits.guides }, sample);
  const words = useCaptionWords(edits, playback, () => tab !== "captions" && openTab("captions"));
  const split = getSplit(edits, words, playback);
  const view = useTimelineView(playback);
  const zone = useZone(frame);
  const openOverlay = (key: string) => {
    overlays.open(key);
    if (tab !== "overlay") openTab("overlay");
  };
  return (
    <>
      <EditorBar
        item={item}
        history={history}
        playback={playback}
        openTab={openTab}
        exported={exported}
        exportVideo={exported.run}
        mark={(end) => markEnd(edits, words, playback, end)}
        split={() => split?.()}
        zoom={(by) => view.setZoom(view.zoom * 1.5 ** by)}
      />
      <PreviewFrame
        video={video}
        title={title}
        isMuted={isMuted}
        playback={playback}
        frame={frame}
        url={shown.url}
        platform={zone.platform}
      >
        {(scale) => (
          <Layers
            edits={edits}
            playback={playback}
            frame={frame}
            scale={scale}
            openOverlay={openOverlay}
            captions={pages}
          />
        )}
      </PreviewFrame>
      <Timeline
        item={item}
        edits={edits}
        words={words}
        playback={playback}
        view={view}
        tab={tab}
        openTab={openTab}
        split={split}
        pages={pages.pages}
        sound={{ isMuted, toggle: () => setMuted(!isMuted) }}
        zone={zone.select}
      />
      <section className="editor-inspector" aria-label="Layer">
        {notice}
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
        {(tab !== "voiceover" || canSpeak) && <ExportStatus videoId={id} edit={edit} exported={exported} />}
        <LayerList videoId={id} newest={newest} layers={props.detail.layers} getOpen={getOpen} />
      </section>
    </>
  );
}
