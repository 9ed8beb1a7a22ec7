import { Grid, Paper, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { BrandKit, VideoVersion } from "vireo/client";
import { useLocation } from "wouter";
import { HOUR_MS, vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { useModels } from "../../../ui/catalog";
import { Loading } from "../../../ui/loading";
import type { MediaItem } from "../../../ui/media";
import { VersionSection } from "../../../ui/versions";
import { NoSpeechEngine } from "../../../ui/voice-field";
import { Apply } from "./apply";
import { CaptionPreview } from "./caption-preview";
import { captionsEdit } from "./captions";
import { CaptionsForm } from "./captions-form";
import "./edit.css";
import { withLook, withVoice } from "./from-kit";
import { overlayEdit } from "./overlay";
import { OverlayForm } from "./overlay-form";
import { OverlayPreview } from "./overlay-preview";
import { PreviewFrame } from "./preview";
import { type Tab, tabs } from "./tabs";
import { TimeRangeField } from "./time-range";
import { EditorToolbar } from "./toolbar";
import { trimEdit } from "./trim";
import { type Edit, useEdit } from "./use-edit";
import { useHistory } from "./use-history";
import { type Frame, type Playback, usePlayback } from "./use-playback";
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

interface Props {
  item: MediaItem;
  /** The newest version. */
  url: string;
  tab: Tab;
  /** What new captions and voice-overs start with. */
  kit: BrandKit;
}

/** The edits of a video by tab, and the version that the open one begins from. */
function useEdits({ item: { id, versions }, url, tab, kit }: Props, duration: number) {
  const captions = useEdit(id, withLook(captionsEdit, kit), duration, versions);
  const overlay = useEdit(id, overlayEdit, duration, versions);
  const voiceover = useEdit(id, withVoice(voiceoverEdit, kit), duration, versions);
  const trim = useEdit(id, trimEdit, duration, versions);
  const edit = { captions, overlay, voiceover, trim }[tab];
  return { captions, overlay, voiceover, trim, edit, shownUrl: getShownUrl(edit, versions) ?? url };
}

/** A finished edit shows its result, a draft the version that it begins from. */
const getShownUrl = ({ appliedVersion, base }: Edit, versions: readonly VideoVersion[]): string | undefined =>
  versions.find(({ version }) => version === (appliedVersion || base))?.url;

type Edits = ReturnType<typeof useEdits>;

/** The drafts over the video. Those of other tabs stay visible, because they can be exported together. */
function Layers({ edits, tab, playback, frame, scale }: LayersProps) {
  const { captions, overlay, edit } = edits;
  // An applied edit is already part of the video.
  const shows = (one: Edit) =>
    one.appliedVersion === 0 && (one.tab === tab || (one.isReady && edit.appliedVersion === 0));
  return (
    <>
      {shows(captions) && (
        <CaptionPreview form={captions.form} playback={playback} frame={frame} withSample={tab === "captions"} />
      )}
      {shows(overlay) && <OverlayPreview form={overlay.form} playback={playback} frame={frame} scale={scale} />}
    </>
  );
}

interface LayersProps {
  edits: Edits;
  tab: Tab;
  playback: Playback;
  frame: Frame;
  scale: number;
}

function Forms({ edits, playback }: { edits: Edits; playback: Playback }) {
  const canTranscribe = useCanTranscribe();
  const voiceModels = useModels("speak");
  return (
    <>
      <Tabs.Panel value="captions">
        <CaptionsForm form={edits.captions.form} playback={playback} canTranscribe={canTranscribe} />
      </Tabs.Panel>
      <Tabs.Panel value="overlay">
        <OverlayForm form={edits.overlay.form} playback={playback} />
      </Tabs.Panel>
      <Tabs.Panel value="voiceover">
        {voiceModels === undefined && <Loading />}
        {voiceModels?.length === 0 && <NoSpeechEngine />}
        {voiceModels?.[0] && <VoiceoverForm form={edits.voiceover.form} playback={playback} />}
      </Tabs.Panel>
      <Tabs.Panel value="trim">
        <TimeRangeField label="Keep" form={edits.trim.form} playback={playback} />
      </Tabs.Panel>
    </>
  );
}

/** The video with a live preview of its edits, and their forms. */
export function Editor(props: Props) {
  const { item, url, tab } = props;
  const { id, title, versions, width = 1080, height = 1920 } = item;
  const [, navigate] = useLocation();
  const video = useRef<HTMLVideoElement>(null);
  const [shown, setShown] = useState(url);
  const playback = usePlayback(video, shown);
  const edits = useEdits(props, playback.duration);
  const { captions, overlay, voiceover, trim, edit, shownUrl } = edits;
  useEffect(() => setShown(shownUrl), [shownUrl]);
  const canSpeak = useModels("speak")?.length !== 0;
  const history = useHistory({
    captions: captions.form,
    overlay: overlay.form,
    voiceover: voiceover.form,
    trim: trim.form,
  } as unknown as Parameters<typeof useHistory>[0]);
  const openTab = (next: string | null) => navigate(`/library/video/${id}?edit=${next}`, { replace: true });
  const canApply = edit.isReady && !edit.isPending && (tab !== "voiceover" || canSpeak);
  const frame = playback.frame ?? { width, height };
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Paper withBorder p="md" bg="var(--mantine-color-default-hover)" className="edit-stage">
          <PreviewFrame video={video} url={shown} title={title} playback={playback} frame={frame}>
            {(scale) => <Layers edits={edits} tab={tab} playback={playback} frame={frame} scale={scale} />}
          </PreviewFrame>
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Paper withBorder p="md">
          <EditorToolbar
            history={history}
            playback={playback}
            openTab={openTab}
            apply={() => canApply && edit.onSubmit()}
          />
          <Tabs value={tab} onChange={openTab} keepMounted={false} classNames={{ tabSection: "edit-tab-icon" }}>
            <Tabs.List mb="md" aria-label="Edit">
              {Object.entries(tabs).map(([name, { title, icon: Icon }]) => (
                <Tabs.Tab key={name} value={name} leftSection={<Icon size={16} />} px="xs">
                  {title}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Forms edits={edits} playback={playback} />
          </Tabs>
          {(tab !== "voiceover" || canSpeak) && (
            <Apply videoId={id} edit={edit} edits={[captions, overlay, voiceover, trim]} versions={versions} />
          )}
        </Paper>
      </Grid.Col>
      <Grid.Col span={12}>
        <VersionSection item={item} />
      </Grid.Col>
    </Grid>
  );
}
