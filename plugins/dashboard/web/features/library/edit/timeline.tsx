import { Button, Group, Slider, Text, UnstyledButton } from "@mantine/core";
import { useElementSize, useMergedRef } from "@mantine/hooks";
import {
  Clapperboard,
  Pause,
  Play,
  Plus,
  SquareSplitHorizontal,
  Volume2,
  VolumeX,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { PlacedPage } from "vireo/captions/placement";
import type { VideoScene as Scene } from "vireo/client";
import { Link } from "wouter";
import type { MediaItem } from "../../../ui/media";
import { FRAME_S, Tool } from "./bar";
import { CaptionBars, type CaptionWords, WordForm } from "./caption-track";
import { stackOverlays } from "./overlay";
import { placeScenes } from "./scenes";
import { type Tab, tabs } from "./tabs";
import { TimelineBar } from "./timeline-bar";
import type { Edits } from "./use-edits";
import type { Playback } from "./use-playback";
import { getSpokenSeconds } from "./voiceover";

const BARS = 160;
/** Quietest level drawn, in decibels. */
const FLOOR = -54;

/** Draws loudness over time, from levels in decibels below full scale. */
function Waveform({ levels }: { levels: readonly number[] }) {
  const bars = Array.from({ length: BARS }, (_, i) => {
    const part = levels.slice(Math.floor((i * levels.length) / BARS), Math.ceil(((i + 1) * levels.length) / BARS));
    return Math.min(1, Math.max(0, 1 - Math.max(FLOOR, ...part) / FLOOR));
  });
  const path = bars.map((loud, i) => `M${i + 0.5} ${50 - 46 * loud}V${50 + 46 * loud}`).join("");
  return (
    <svg className="timeline-wave" viewBox={`0 0 ${BARS} 100`} preserveAspectRatio="none" aria-hidden>
      <path d={path} />
    </svg>
  );
}

/** Pixels of a second at the highest zoom. */
const MAX_SCALE = 400;
/** Pixels between two times of the ruler. */
const MIN_TICK_PX = 72;
const ticks = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

const formatTime = (seconds: number, digits = 1) =>
  `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(digits).padStart(digits ? 3 + digits : 2, "0")}`;

/** Zoom and position of the timeline. The playhead stays where it is on the screen while the zoom changes. */
export function useTimelineView({ time, duration, isPlaying }: Playback) {
  const { ref: sizeRef, width } = useElementSize();
  const scroller = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sizeRef, scroller);
  const [zoom, setZoom] = useState(1);
  const [left, setLeft] = useState(0);
  const names = scroller.current
    ? Number.parseFloat(getComputedStyle(scroller.current).getPropertyValue("--names"))
    : 0;
  const room = Math.max(1, width - (names || 0));
  const fit = room / Math.max(0.1, duration);
  const max = Math.max(4, MAX_SCALE / fit);
  const scale = fit * Math.min(zoom, max);
  const before = useRef({ scale, time });
  useLayoutEffect(() => {
    const element = scroller.current;
    const { scale: oldScale, time: oldTime } = before.current;
    before.current = { scale, time };
    if (!element) return;
    const at = time * scale - element.scrollLeft;
    const isHidden = at < 0 || at > room;
    if (scale !== oldScale) {
      const wasAt = time * oldScale - element.scrollLeft;
      element.scrollLeft = time * scale - (wasAt >= 0 && wasAt <= room ? wasAt : room / 2);
    } else if (time !== oldTime && isHidden) element.scrollLeft = time * scale - room * (isPlaying ? 0.1 : 0.5);
  }, [scale, time, room, isPlaying]);
  return {
    ref,
    zoom: scale / fit,
    max,
    scale,
    /** The part on the screen, with as much on both sides, so that what comes next can be reached with the keyboard. */
    view: { start: (left - room) / scale, end: (left + 2 * room) / scale },
    onScroll: () => setLeft(scroller.current?.scrollLeft ?? 0),
    setZoom: (next: number) => setZoom(Math.max(1, Math.min(max, next))),
  };
}

export type TimelineView = ReturnType<typeof useTimelineView>;

interface LaneProps {
  playback: Playback;
  /** Rows of bars. Default: 1. */
  rows?: number;
  className?: string;
  children: ReactNode;
}

/** A row over time. A click next to its bars moves the playhead there. */
function Lane({ playback: { duration, seek }, rows = 1, className = "", children }: LaneProps) {
  const onPointerDown = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    seek(Math.min(duration, Math.max(0, ((clientX - left) / width) * duration)));
  };
  return (
    <div className={`timeline-track ${className}`} style={{ "--rows": rows } as object} onPointerDown={onPointerDown}>
      {children}
    </div>
  );
}

/** The times of the video, and the playhead. */
function Ruler({ playback: { time, duration, seek, move }, scale, view }: Pick<Props, "playback"> & TimelineView) {
  const step = ticks.find((seconds) => seconds * scale >= MIN_TICK_PX) ?? 7200;
  const first = Math.max(0, Math.floor(view.start / step));
  const count = Math.max(0, Math.ceil(Math.min(duration, view.end) / step) - first);
  const seekTo = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
    seek(Math.min(duration, Math.max(0, (clientX - currentTarget.getBoundingClientRect().left) / scale)));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 1 : FRAME_S;
    const by = {
      ArrowLeft: -step,
      ArrowRight: step,
      Home: -duration,
      End: duration,
      PageUp: 5,
      PageDown: -5,
    }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  return (
    <div
      className="timeline-ruler"
      role="slider"
      tabIndex={0}
      aria-label="Seek"
      aria-valuemin={0}
      aria-valuemax={duration}
      aria-valuenow={time}
      aria-valuetext={formatTime(time)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seekTo(event)}
    >
      {Array.from({ length: count }, (_, i) => (first + i) * step).map((at) => (
        <span key={at} style={{ left: `${(100 * at) / duration}%` }}>
          {formatTime(at, step < 1 ? 1 : 0)}
        </span>
      ))}
    </div>
  );
}

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

type BarsProps = Pick<Props, "edits" | "playback"> & { open(): void };

/** Lists the overlays with their rows: that of the form, and the others. */
function listOverlays({ overlay, overlays }: Edits, duration: number) {
  const open = overlay.missing ? [] : [{ draft: overlay.form.values, isOpen: true }];
  return stackOverlays([...overlays.others.map(({ draft }) => ({ draft, isOpen: false })), ...open], duration);
}

function OverlayBars({ edits, playback: { duration }, open }: BarsProps) {
  const { overlay, overlays } = edits;
  return listOverlays(edits, duration).map(({ draft: { key, start, end, type, text }, isOpen, row }) => (
    <TimelineBar
      key={isOpen ? "open" : key}
      start={start}
      end={end || duration}
      duration={duration}
      row={row}
      isSelected={isOpen && overlays.others.length > 0}
      label={isOpen ? "Overlay on the timeline" : `Overlay “${type === "text" ? text : "Image"}”`}
      text={type === "text" ? text : "Image"}
      onOpen={() => {
        open();
        if (!isOpen) overlays.open(key);
      }}
      onMove={
        isOpen
          ? ({ start, end }) => overlay.form.setValues({ start, end: end >= duration - 0.05 ? 0 : end })
          : undefined
      }
    />
  ));
}

function VoiceoverBar({ edits: { voiceover }, playback: { duration }, open }: BarsProps) {
  const { values } = voiceover.form;
  const { start, speaker } = values;
  if (voiceover.missing) return null;
  const end = Math.min(duration, start + Math.max(0.3, getSpokenSeconds(values)));
  return (
    <TimelineBar
      start={start}
      end={end}
      duration={duration}
      label="Voice-over on the timeline"
      onOpen={open}
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
      start={values.start}
      end={duration}
      duration={duration}
      text={values.title}
      label="Music on the timeline"
      onOpen={open}
      isEndFixed
      onMove={({ start }) => setValues({ start })}
    />
  );
}

function TrimBar({ edits: { trim }, playback: { duration }, open }: BarsProps) {
  const { start, end } = trim.form.values;
  return (
    <TimelineBar
      className="timeline-kept"
      start={start}
      end={end || duration}
      duration={duration}
      text=""
      label="Kept part on the timeline"
      onOpen={open}
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
      start={start}
      end={end}
      duration={duration}
      text={text}
      label={`Scene ${i + 1}`}
      onOpen={() => seek(start)}
    />
  ));
}

interface ToolsProps extends Pick<Props, "playback" | "words" | "split" | "sound" | "zone"> {
  view: TimelineView;
}

function Tools({ playback, words, split, sound, zone, view: { zoom, max, setZoom } }: ToolsProps) {
  const { time, duration, isPlaying, toggle } = playback;
  return (
    <div className="timeline-tools">
      <Group gap="xs" wrap="nowrap">
        <Tool label={isPlaying ? "Pause" : "Play"} icon={isPlaying ? Pause : Play} run={toggle} />
        <Text size="sm" className="editor-time">
          {formatTime(time)} / {formatTime(duration)}
        </Text>
        <Tool label={sound.isMuted ? "Unmute" : "Mute"} icon={sound.isMuted ? VolumeX : Volume2} run={sound.toggle} />
        <Tool label="Split" icon={SquareSplitHorizontal} isDisabled={!split} run={() => split?.()} />
      </Group>
      <WordForm words={words} />
      <Group gap="xs" wrap="nowrap" className="timeline-zoom">
        {zone}
        <Tool label="Zoom out" icon={ZoomOut} isDisabled={zoom <= 1} run={() => setZoom(zoom / 1.5)} />
        <Slider
          w={96}
          visibleFrom="lg"
          min={0}
          max={1}
          step={0.02}
          value={Math.log(zoom) / Math.log(max)}
          onChange={(share) => setZoom(max ** share)}
          label={null}
          size="sm"
          thumbLabel="Zoom"
        />
        <Tool label="Zoom in" icon={ZoomIn} isDisabled={zoom >= max} run={() => setZoom(zoom * 1.5)} />
      </Group>
    </div>
  );
}

interface Props {
  item: MediaItem;
  edits: Edits;
  pages: readonly PlacedPage[];
  words: CaptionWords;
  playback: Playback;
  view: TimelineView;
  tab: Tab;
  openTab(tab: Tab): void;
  /** Undefined if nothing can be split at the playhead. */
  split: (() => void) | undefined;
  sound: { isMuted: boolean; toggle(): void };
  /** Selects the safe zone. */
  zone: ReactNode;
}

/** Shows all layers over time. */
export function Timeline(props: Props) {
  const { edits, item, pages, words, playback, view, tab, openTab } = props;
  const { time, duration } = playback;
  const bars = (name: Tab) => ({ edits, playback, open: () => name !== tab && openTab(name) });
  const track = (name: Tab) => ({ tab: name, isOpen: name === tab, playback, openTab });
  // Layers have the times of the version, which is not shown while its trim is changed.
  const hasLayers = !edits.isTrimming;
  // A trim removes parts of scenes, so their times no longer apply.
  const scenes = item.versions.some(({ layers }) => layers?.includes("trim")) ? [] : (item.scenes ?? []);
  const rows = Math.max(1, ...listOverlays(edits, duration).map(({ row }) => row + 1));
  return (
    <section className="timeline" aria-label="Timeline">
      <Tools {...props} />
      <div className="timeline-scroll" ref={view.ref} onScroll={view.onScroll}>
        {duration > 0 && (
          <div
            className="timeline-rows"
            style={{ "--zoom": view.zoom, "--at": Math.min(1, time / duration) } as object}
          >
            <div className="timeline-name timeline-corner" />
            <Ruler playback={playback} {...view} />
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
            <Track {...track("trim")}>
              {edits.levels && edits.levels.length > 0 && <Waveform levels={edits.levels} />}
              {(edits.isTrimming || !edits.trim.layerId) && <TrimBar {...bars("trim")} />}
            </Track>
            <Track {...track("captions")} className="timeline-captions">
              {hasLayers && (
                <CaptionBars {...bars("captions")} pages={pages} words={words} scale={view.scale} view={view.view} />
              )}
            </Track>
            <Track {...track("overlay")} rows={hasLayers ? rows : 1}>
              {hasLayers && <OverlayBars {...bars("overlay")} />}
            </Track>
            <Track {...track("voiceover")}>{hasLayers && <VoiceoverBar {...bars("voiceover")} />}</Track>
            <Track {...track("music")}>{hasLayers && <MusicBar {...bars("music")} />}</Track>
            <div className="timeline-head" />
          </div>
        )}
      </div>
    </section>
  );
}

/** Starts another overlay. */
export const AddOverlay = ({ edits: { overlay, overlays } }: { edits: Edits }) =>
  overlay.missing ? null : (
    <Group mt="md">
      <Button size="compact-sm" variant="default" leftSection={<Plus size={14} />} onClick={() => overlays.start()}>
        Add another overlay
      </Button>
    </Group>
  );
