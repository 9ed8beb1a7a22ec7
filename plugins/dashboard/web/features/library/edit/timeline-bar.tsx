import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import type { Interval } from "vireo/captions/align";
import { formatSeconds } from "../../../ui/level-field";
import { moveSpan, type Part, round } from "./span";

interface Props extends Interval {
  duration: number;
  label: string;
  text: string;
  /** True if its length is fixed. */
  isRigid?: boolean;
  /** True if its end can't move: dragging the bar moves its start. */
  isEndFixed?: boolean;
  isSelected?: boolean;
  /** Row in a track of several rows. Default: its height. */
  row?: number;
  className?: string;
  onOpen(): void;
  onMove?(span: Interval, part: Part): void;
}

const ends = ["start", "end"] as const;

/** A span of a layer. The bar and its ends move by dragging or with the arrow keys. */
export function TimelineBar(props: Props) {
  const {
    start,
    end,
    duration,
    label,
    text,
    isRigid = false,
    isEndFixed = false,
    isSelected = false,
    row,
    className = "",
    onOpen,
    onMove,
  } = props;
  const grip = useRef<{ x: number; span: Interval; width: number; part: Part }>(undefined);
  const percent = (seconds: number) => `${(100 * seconds) / duration}%`;
  const release = () => {
    grip.current = undefined;
  };
  const handlers = (part: Part) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.stopPropagation();
      onOpen();
      const track = event.currentTarget.closest(".timeline-track");
      if (!onMove || !track) return;
      grip.current = { x: event.clientX, span: { start, end }, width: track.clientWidth, part };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove({ clientX }: PointerEvent) {
      const { current } = grip;
      if (current?.part === part)
        onMove?.(moveSpan(current.span, part, ((clientX - current.x) / current.width) * duration, duration), part);
    },
    onPointerUp: release,
    onPointerCancel: release,
    onKeyDown(event: KeyboardEvent) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (event.key === "Enter") onOpen();
      if (!step || !onMove) return;
      event.preventDefault();
      event.stopPropagation();
      onMove(moveSpan({ start, end }, part, step * (event.shiftKey ? 1 : 0.1), duration), part);
    },
  });
  const slider = (part: "start" | "end", name: string) => ({
    role: "slider",
    tabIndex: 0,
    "aria-label": `${label}: ${name}`,
    "aria-valuemin": 0,
    "aria-valuemax": round(duration),
    "aria-valuenow": part === "end" ? end : start,
    "aria-valuetext": formatSeconds(part === "end" ? end : start),
  });
  const movable = onMove && !isRigid ? ends.filter((part) => part === "start" || !isEndFixed) : [];
  return (
    <div
      className={`timeline-bar ${className}`}
      style={{ left: percent(start), width: percent(end - start), ...(row === undefined ? {} : { "--row": row }) }}
      data-movable={!!onMove}
      data-selected={isSelected || undefined}
    >
      <span
        className="timeline-grip"
        title={label}
        {...(onMove ? slider("start", "move") : {})}
        {...handlers(isEndFixed ? "start" : "all")}
      >
        {text}
      </span>
      {movable.map((part) => (
        <span key={part} className="timeline-end" data-part={part} {...slider(part, part)} {...handlers(part)} />
      ))}
    </div>
  );
}
