import { Text, UnstyledButton } from "@mantine/core";
import type { PointerEvent, ReactNode } from "react";
import type { PlacedPage } from "vireo/captions/placement";
import { type Tab, tabs } from "./tabs";
import { TimelineBar } from "./timeline-bar";
import type { Edits } from "./use-edits";
import type { Playback } from "./use-playback";
import { estimateSeconds } from "./voiceover";

interface TrackProps {
  tab: Tab;
  isOpen: boolean;
  playback: Playback;
  openTab(tab: Tab): void;
  children: ReactNode;
}

/** One layer. A click beside its bars moves the playhead there. */
function Track({ tab, isOpen, playback: { time, duration, seek }, openTab, children }: TrackProps) {
  const { title, icon: Icon } = tabs[tab];
  const onPointerDown = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    seek(Math.min(duration, Math.max(0, ((clientX - left) / width) * duration)));
  };
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
      <div className="timeline-track" onPointerDown={onPointerDown}>
        {children}
        <div className="timeline-head" style={{ left: `${(100 * time) / Math.max(duration, 0.1)}%` }} />
      </div>
    </>
  );
}

interface Props {
  edits: Edits;
  pages: readonly PlacedPage[];
  playback: Playback;
  tab: Tab;
  openTab(tab: Tab): void;
}

type BarsProps = Pick<Props, "edits" | "playback"> & { open(): void };

/** The pages of the captions. Lines with times of their own can be moved; others follow the speech. */
function CaptionBars({
  edits: { captions },
  pages,
  playback: { duration, seek },
  open,
}: BarsProps & Pick<Props, "pages">) {
  const { values, setValues } = captions.form;
  const { source, cues } = values;
  if (source === "timed")
    return cues.map((cue, i) => (
      <TimelineBar
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and their text changes
        key={i}
        {...cue}
        {...{ duration, text: cue.text, label: `Line ${i + 1} on the timeline`, onOpen: open }}
        onMove={(span) => setValues({ cues: cues.with(i, { ...cue, ...span }) })}
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
  const { start, text, speed } = voiceover.form.values;
  if (voiceover.missing) return null;
  const end = Math.min(duration, start + Math.max(0.3, estimateSeconds(text, speed)));
  return (
    <TimelineBar
      {...{ start, end, duration, text, label: "Voice-over on the timeline", onOpen: open }}
      isRigid
      onMove={({ start }) => voiceover.form.setValues({ start })}
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

/** All layers over time. Nothing is part of the video before it is exported. */
export function Timeline({ edits, pages, playback, tab, openTab }: Props) {
  const bars = (name: Tab) => ({ edits, playback, open: () => name !== tab && openTab(name) });
  const track = (name: Tab) => ({ tab: name, isOpen: name === tab, playback, openTab });
  if (playback.duration === 0) return null;
  return (
    <section className="timeline" aria-label="Timeline">
      <Track {...track("captions")}>
        <CaptionBars {...bars("captions")} pages={pages} />
      </Track>
      <Track {...track("overlay")}>
        <OverlayBar {...bars("overlay")} />
      </Track>
      <Track {...track("voiceover")}>
        <VoiceoverBar {...bars("voiceover")} />
      </Track>
      <Track {...track("trim")}>
        <TrimBar {...bars("trim")} />
      </Track>
      <Text size="xs" c="dimmed" className="timeline-note">
        Nothing is part of the video until you export it
      </Text>
    </section>
  );
}
