import { Text, UnstyledButton } from "@mantine/core";
import { AudioLines, Clapperboard, type LucideIcon, WholeWord } from "lucide-react";
import type { PointerEvent, ReactNode } from "react";
import type { PlacedPage } from "vireo/captions/placement";
import type { VideoScene as Scene } from "vireo/client";
import { Link } from "wouter";
import type { MediaItem } from "../../../ui/media";
import { placeScenes } from "./scenes";
import type { Span } from "./span";
import { type Tab, tabs } from "./tabs";
import { TimelineBar } from "./timeline-bar";
import type { Edits } from "./use-edits";
import type { Playback } from "./use-playback";
import { getSpokenSeconds } from "./voiceover";
import { Waveform } from "./waveform";
import { useWordTrack } from "./word-track";
import { changeLine } from "./words";

interface LaneProps {
  playback: Playback;
  /** The part of the video that the lane shows. Default: all of it. */
  view?: Span;
  children: ReactNode;
}

/** A row over time. A click next to its bars moves the playhead there. */
function Lane({ playback: { time, duration, seek }, view = { start: 0, end: duration }, children }: LaneProps) {
  const viewSeconds = Math.max(view.end - view.start, 0.1);
  const onPointerDown = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    seek(Math.min(duration, Math.max(0, view.start + ((clientX - left) / width) * viewSeconds)));
  };
  return (
    <div className="timeline-track" onPointerDown={onPointerDown}>
      {children}
      <div className="timeline-head" style={{ left: `${(100 * (time - view.start)) / viewSeconds}%` }} />
    </div>
  );
}

/** Name of a row that can't be opened, because it is not a layer. */
const RowName = ({ title, icon: Icon }: { title: string; icon: LucideIcon }) => (
  <div className="timeline-name" title={title}>
    <Icon size={14} aria-hidden />
    <span>{title}</span>
  </div>
);

interface TrackProps extends LaneProps {
  tab: Tab;
  isOpen: boolean;
  openTab(tab: Tab): void;
}

/** A layer: its name and its row. */
function Track({ tab, isOpen, openTab, ...lane }: TrackProps) {
  const { title, icon: Icon } = tabs[tab];
  return (
    <>
      <UnstyledButton
        className="timeline-name"
        aria-label={`${title} layer`}
        aria-pressed={isOpen}
        onClick={() => openTab(tab)}
      >
        <Icon size={14} />
        <span>{title}</span>
      </UnstyledButton>
      <Lane {...lane} />
    </>
  );
}

interface Props {
  item: MediaItem;
  edits: Edits;
  pages: readonly PlacedPage[];
  playback: Playback;
  tab: Tab;
  openTab(tab: Tab): void;
}

type BarsProps = Pick<Props, "edits" | "playback"> & { open(): void };

/** Captions as bars. Only timed lines can be moved; other text follows the speech. */
function CaptionBars({
  edits: { captions, draft },
  pages,
  playback: { duration, seek },
  open,
}: BarsProps & Pick<Props, "pages">) {
  const { setValues } = captions.form;
  const { source, cues } = draft;
  if (source === "timed")
    return cues.map((cue, i) => (
      <TimelineBar
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and their text changes
        key={i}
        {...{
          start: cue.start,
          end: cue.end,
          duration,
          text: cue.text,
          label: `Line ${i + 1} on the timeline`,
          onOpen: open,
        }}
        onMove={(span) => setValues({ source, cues: cues.with(i, changeLine(cue, span, duration)) })}
      />
    ));
  if (captions.missing) return null;
  return pages.map(({ layout: { page } }) => (
    <TimelineBar
      key={page.start}
      {...{ start: page.start, end: page.end, duration, text: page.words.map(({ text }) => text).join(" ") }}
      label="Caption"
      onOpen={() => {
        open();
        seek(page.start);
      }}
    />
  ));
}

function OverlayBar({ edits: { overlay }, playback: { duration }, open }: BarsProps) {
  const { start, end, type, text } = overlay.form.values;
  if (overlay.missing) return null;
  return (
    <TimelineBar
      {...{ start, end: end || duration, duration, label: "Overlay on the timeline", onOpen: open }}
      text={type === "text" ? text : "Image"}
      onMove={({ start, end }) => overlay.form.setValues({ start, end: end >= duration - 0.05 ? 0 : end })}
    />
  );
}

function VoiceoverBar({ edits: { voiceover }, playback: { duration }, open }: BarsProps) {
  const { values } = voiceover.form;
  const { start, speaker } = values;
  if (voiceover.missing) return null;
  const end = Math.min(duration, start + Math.max(0.3, getSpokenSeconds(values)));
  return (
    <TimelineBar
      {...{ start, end, duration, label: "Voice-over on the timeline", onOpen: open }}
      text={speaker === "recording" ? values.title : values.text}
      isRigid
      onMove={({ start }) => voiceover.form.setValues({ start })}
    />
  );
}

function MusicBar({ edits: { music }, playback: { duration }, open }: BarsProps) {
  const { values, setValues } = music.form;
  if (music.missing) return null;
  return (
    <TimelineBar
      {...{ start: values.start, end: duration, duration, text: values.title }}
      {...{ label: "Music on the timeline", onOpen: open }}
      isEndFixed
      onMove={({ start }) => setValues({ start })}
    />
  );
}

function TrimBar({ edits: { trim }, playback: { duration }, open }: BarsProps) {
  const { start, end } = trim.form.values;
  return (
    <TimelineBar
      {...{ start, end: end || duration, duration, text: "Keep", label: "Kept part on the timeline", onOpen: open }}
      onMove={({ start, end }) => trim.form.setValues({ start, end: end >= duration - 0.05 ? 0 : end })}
    />
  );
}

/** Scenes of a generated video. A click seeks to the start of a scene. */
function SceneBars({ scenes, playback: { duration, seek } }: Pick<Props, "playback"> & { scenes: readonly Scene[] }) {
  return placeScenes(scenes, duration).map(({ start, end, text }, i) => (
    <TimelineBar
      // biome-ignore lint/suspicious/noArrayIndexKey: scenes have no other identity
      key={i}
      {...{ start, end, duration, text, label: `Scene ${i + 1}`, onOpen: () => seek(start) }}
    />
  ));
}

function WordRow(props: BarsProps) {
  const track = useWordTrack(props);
  if (!track) return null;
  return (
    <>
      <RowName title="Words" icon={WholeWord} />
      <Lane playback={props.playback} view={track.view}>
        {track.bars}
      </Lane>
      {track.form}
    </>
  );
}

/** Shows all layers over time. */
export function Timeline({ edits, item, pages, playback, tab, openTab }: Props) {
  const bars = (name: Tab) => ({ edits, playback, open: () => name !== tab && openTab(name) });
  const track = (name: Tab) => ({ tab: name, isOpen: name === tab, playback, openTab });
  if (playback.duration === 0) return null;
  // Layers have the times of the version, which is not shown while its trim is changed.
  const hasLayers = !edits.isTrimming;
  // A trim removes parts of scenes, so their times no longer apply.
  const scenes = item.versions.some(({ layers }) => layers?.includes("trim")) ? [] : (item.scenes ?? []);
  return (
    <section className="timeline" aria-label="Timeline">
      {scenes.length > 0 && (
        <>
          <UnstyledButton
            component={Link}
            href={`/create?kind=video&from=${item.id}&storyboard=1`}
            className="timeline-name"
            aria-label="Edit scenes"
          >
            <Clapperboard size={14} />
            <span>Scenes</span>
          </UnstyledButton>
          <Lane playback={playback}>
            <SceneBars scenes={scenes} playback={playback} />
          </Lane>
        </>
      )}
      {edits.levels && edits.levels.length > 0 && (
        <>
          <RowName title="Sound" icon={AudioLines} />
          <Lane playback={playback}>
            <Waveform levels={edits.levels} />
          </Lane>
        </>
      )}
      <Track {...track("captions")}>{hasLayers && <CaptionBars {...bars("captions")} pages={pages} />}</Track>
      {hasLayers && <WordRow {...bars("captions")} />}
      <Track {...track("overlay")}>{hasLayers && <OverlayBar {...bars("overlay")} />}</Track>
      <Track {...track("voiceover")}>{hasLayers && <VoiceoverBar {...bars("voiceover")} />}</Track>
      <Track {...track("music")}>{hasLayers && <MusicBar {...bars("music")} />}</Track>
      <Track {...track("trim")}>{(edits.isTrimming || !edits.trim.layerId) && <TrimBar {...bars("trim")} />}</Track>
      <Text size="xs" c="dimmed" className="timeline-note">
        Nothing is part of the video until you export it
      </Text>
    </section>
  );
}
