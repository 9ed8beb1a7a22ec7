import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useElementSize, useMediaQuery } from "@mantine/hooks";
import type { CSSProperties } from "react";
import "./clips.css";
import { formatClock, formatSpan, type Moment } from "./queries";

/** Least width of a block in pixels, to be hit with a mouse and with a finger. */
const MIN_WIDTH = { fine: 30, coarse: 44 };
/** Narrower blocks show only the score. */
const TITLE_WIDTH = 64;
/** Overlap in pixels of moments that follow each other, from rounding. */
const TOLERANCE = 1;

interface Block {
  moment: Moment;
  /** Pixels. */
  left: number;
  width: number;
  lane: number;
}

/** Places the moments on a line, in time order. Blocks that would overlap, because they are short, get lanes of their own. */
function placeBlocks(moments: readonly Moment[], duration: number, line: number, minWidth: number): Block[] {
  const ends: number[] = [];
  return moments
    .toSorted((a, b) => a.start - b.start)
    .map((moment) => {
      const width = Math.min(line, Math.max(minWidth, ((moment.end - moment.start) / duration) * line));
      const left = Math.min((moment.start / duration) * line, line - width);
      const free = ends.findIndex((end) => end - TOLERANCE <= left);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = left + width;
      return { moment, left, width, lane };
    });
}

/** Times below the line. */
const TICKS = [0, 0.25, 0.5, 0.75, 1];

interface Props {
  moments: readonly Moment[];
  /** Seconds of the long video. */
  duration: number;
  time: number;
  selected: string | undefined;
  select(moment: Moment): void;
}

/** The whole video with its moments as blocks. */
export function Timeline({ moments, duration, time, selected, select }: Props) {
  const { ref, width } = useElementSize();
  const isCoarse = useMediaQuery("(pointer: coarse)") ?? false;
  const blocks = width > 0 ? placeBlocks(moments, duration, width, isCoarse ? MIN_WIDTH.coarse : MIN_WIDTH.fine) : [];
  const lanes = Math.max(1, ...blocks.map(({ lane }) => lane + 1));
  return (
    <section aria-label="Timeline">
      <ol ref={ref} className="clip-line" style={{ "--lanes": lanes } as CSSProperties}>
        {blocks.map(({ moment, left, width, lane }) => (
          <li key={moment.id} style={{ left, width, "--lane": lane } as CSSProperties}>
            <UnstyledButton
              className="clip-block"
              data-narrow={width < TITLE_WIDTH || undefined}
              aria-pressed={moment.id === selected}
              title={`${moment.title} (${formatSpan(moment)})`}
              onClick={() => select(moment)}
            >
              <b>{moment.score}</b>{" "}
              {width < TITLE_WIDTH ? <VisuallyHidden>{moment.title}</VisuallyHidden> : moment.title}
              <VisuallyHidden>, {formatSpan(moment)}</VisuallyHidden>
            </UnstyledButton>
          </li>
        ))}
        <li className="clip-head" aria-hidden style={{ left: `${Math.min(100, (100 * time) / duration)}%` }} />
      </ol>
      <div className="clip-ticks" aria-hidden>
        {TICKS.map((part) => (
          <span key={part}>{formatClock(part * duration)}</span>
        ))}
      </div>
    </section>
  );
}
