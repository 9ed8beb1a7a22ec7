import { Text } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import type { Interval } from "vireo/captions/align";
import "./clips.css";
import { formatTenths, type Moment } from "./queries";
import { describeSpan, type Edge, findWordAt, KEY_STEPS, MIN_SECONDS, snap, step, type Word } from "./spans";

/** Least seconds that are shown before and after a clip, and as a share of it. */
const AROUND = { seconds: 10, share: 0.5 };
const names = { start: "Start of the clip", end: "End of the clip" } as const;

interface Props {
  /** All moments. Those beside the clip are shown. */
  moments: readonly Moment[];
  moment: Moment;
  /** The clip as it is dragged. */
  span: Interval;
  words: readonly Word[];
  /** Seconds of the long video. */
  duration: number;
  time: number;
  change(span: Interval): void;
  /** Called when an edge is released. */
  drop(edge: Edge, span: Interval): void;
}

/** The clip and what is around it, large enough to drag its edges from word to word. */
export function CloseUp({ moments, moment, span, words, duration, time, change, drop }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  // While an edge is dragged, the line stays where it is.
  const [held, setHeld] = useState<Interval>();
  const { start, end } = held ?? span;
  const margin = Math.max(AROUND.seconds, AROUND.share * (end - start));
  const line = { start: Math.max(0, start - margin), end: Math.min(duration, end + margin) };
  const scale = 100 / (line.end - line.start);
  const place = (part: Interval) => {
    const from = Math.max(line.start, part.start);
    const width = Math.max(0, Math.min(line.end, part.end) - from) * scale;
    return { left: `${(from - line.start) * scale}%`, width: `${width}%` };
  };
  const isShown = (part: Interval) => part.end > line.start && part.start < line.end;
  const move = (edge: Edge, to: number) => {
    if (to !== span[edge]) change({ ...span, [edge]: to });
  };
  const follow = (edge: Edge, event: PointerEvent<HTMLElement>) => {
    const box = ref.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const at = line.start + ((event.clientX - box.left) / box.width) * (line.end - line.start);
    move(edge, snap(words, edge, at, span, duration));
  };
  const press = (edge: Edge, event: KeyboardEvent) => {
    const by = KEY_STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(edge, step(words, edge, by, span, duration));
  };
  const release = (edge: Edge) => {
    if (!held) return;
    setHeld(undefined);
    if (held[edge] !== span[edge]) drop(edge, span);
  };
  const notes = describeSpan(span, words, moments, moment.id);
  return (
    <section aria-label="Close-up">
      <div className="clip-strip" ref={ref}>
        {moments
          .filter((other) => other.id !== moment.id && isShown(other))
          .map((other) => (
            <span key={other.id} className="clip-near" style={place(other)} aria-hidden />
          ))}
        <span className="clip-part" style={place(span)} data-warns={notes.length > 0 || undefined} aria-hidden />
        {words.filter(isShown).map((word) => (
          <span key={word.start} className="clip-tick" style={place(word)} aria-hidden />
        ))}
        {isShown({ start: time, end: time }) && (
          <span className="clip-head" style={{ left: place({ start: time, end: time }).left }} aria-hidden />
        )}
        {(["start", "end"] as const).map((edge) => (
          <span
            key={edge}
            className="clip-grip"
            data-edge={edge}
            style={{ left: place({ start: span[edge], end: span[edge] }).left, top: 0, height: "100%" }}
            role="slider"
            tabIndex={0}
            aria-label={names[edge]}
            aria-valuemin={edge === "start" ? 0 : span.start + MIN_SECONDS}
            aria-valuemax={edge === "start" ? span.end - MIN_SECONDS : duration}
            aria-valuenow={span[edge]}
            aria-valuetext={[formatTenths(span[edge]), findWordAt(words, edge, span)].filter(Boolean).join(", ")}
            onPointerDown={(event) => {
              event.preventDefault();
              event.currentTarget.focus();
              event.currentTarget.setPointerCapture(event.pointerId);
              setHeld(span);
            }}
            onPointerMove={(event) => follow(edge, event)}
            onLostPointerCapture={() => release(edge)}
            onKeyDown={(event) => press(edge, event)}
            onKeyUp={({ key }) => KEY_STEPS[key] !== undefined && drop(edge, span)}
          />
        ))}
      </div>
      <div className="clip-ticks">
        <span>
          {formatTenths(span.start)}–{formatTenths(span.end)}
        </span>
        <span>{Math.round((span.end - span.start) * 10) / 10} s</span>
      </div>
      <Text size="xs" role="status" className="clip-notes">
        {notes.join(" ")}
      </Text>
    </section>
  );
}
