import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { lineText } from "vireo/captions/wrap";
import { toLocalUrl } from "../../../ui/media";
import type { Face, TextMeasure } from "./fonts/index";
import type { OverlayDraft } from "./overlay";
import { fitImage, LINE_HEIGHT, layoutText, OVERLAY_FACE, placeOverlay, type Size } from "./overlay-layout";
import type { Frame, Playback } from "./use-playback";
import { useTextMeasure } from "./use-text-measure";

const [OUTLINE, HALF_CAPITAL] = [0.13, 0.36];

interface Point {
  x: number;
  y: number;
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves a box by dragging or with the arrow keys. Positions are fractions of the frame, from 0 to 1. */
function useMove(size: Size, frame: Frame, scale: number, center: Point, onMove: (center: Point) => void) {
  const grip = useRef<Point>(undefined);
  const moveTo = ({ x, y }: Point) => {
    const clamp = (value: number, part: number) =>
      Math.round(Math.min(1 - part / 2, Math.max(part / 2, value)) * 1000) / 1000;
    const [width, height] = [Math.min(1, size.width / frame.width), Math.min(1, size.height / frame.height)];
    onMove({ x: clamp(x, width), y: clamp(y, height) });
  };
  const locate = ({ clientX, clientY }: PointerEvent) => ({
    x: clientX / (frame.width * scale),
    y: clientY / (frame.height * scale),
  });
  const release = () => {
    grip.current = undefined;
  };
  return {
    onPointerDown(event: PointerEvent) {
      const { x, y } = locate(event);
      grip.current = { x: x - center.x, y: y - center.y };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      const { x, y } = locate(event);
      if (grip.current) moveTo({ x: x - grip.current.x, y: y - grip.current.y });
    },
    onPointerUp: release,
    onPointerCancel: release,
    onKeyDown(event: KeyboardEvent) {
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      const distance = event.shiftKey ? 0.05 : 0.01;
      moveTo({ x: center.x + step[0] * distance, y: center.y + step[1] * distance });
    },
  };
}

interface Props {
  draft: OverlayDraft;
  /** Moves the overlay of the form. */
  move?(position: Point): void;
  /** Puts another overlay into the form. */
  open?(): void;
  playback: Playback;
  frame: Frame;
  scale: number;
}

/** The overlay in pixels of the video's frame. Drag it or use the arrow keys to move it. */
export function OverlayPreview({ draft, move, open, playback, frame, scale }: Props) {
  const { time, duration } = playback;
  const [imageSize, setImageSize] = useState<Size>();
  const { family, weight } = OVERLAY_FACE;
  const { face, measure } = useTextMeasure({ family: draft.fontFamily || family, weight, standIn: family });
  const isText = draft.type === "text";
  const layout = isText ? layoutText(draft, frame, measure) : undefined;
  const size = layout ?? fitImage(imageSize, draft, frame);
  const { x, y } = placeOverlay(draft.position, size, frame);
  const center = { x: (x + size.width / 2) / frame.width, y: (y + size.height / 2) / frame.height };
  const handlers = useMove(size, frame, scale, center, (position) => move?.(position));
  if (isText ? !draft.text.trim() : !draft.imageUrl) return null;
  const isVisible = time >= draft.start && time <= (draft.end || duration);
  // Outside its time range the overlay of the form is faint, but can still be moved.
  if (open && !isVisible) return null;
  const name = isText ? `Text “${draft.text}”` : "Image";
  return (
    <button
      type="button"
      className="overlay-grip"
      aria-label={open ? `${name}: open` : `${name}: drag or use the arrow keys to move`}
      {...(open ? { onClick: open, "data-other": true } : handlers)}
      style={{ left: x, top: y, width: size.width, height: size.height, opacity: isVisible ? 1 : 0.35 }}
    >
      <span style={{ display: "block", height: "100%", opacity: draft.opacity }}>
        {layout ? (
          <TextBox draft={draft} layout={layout} measure={measure} face={face} />
        ) : (
          <img
            src={toLocalUrl(draft.imageUrl)}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setImageSize({ width, height })
            }
            style={{ width: "100%", height: "100%", display: "block" }}
          />
        )}
      </span>
    </button>
  );
}

interface TextProps {
  draft: OverlayDraft;
  layout: ReturnType<typeof layoutText>;
  measure: TextMeasure;
  face: Face;
}

function TextBox({ draft, layout: { lines, size, padding }, measure, face }: TextProps) {
  const hasOutline = draft.outlineColor || !draft.backgroundColor;
  return (
    <span
      style={{
        display: "block",
        height: "100%",
        padding: `${padding * size}px 0`,
        borderRadius: size * 0.3,
        background: draft.backgroundColor || "none",
        color: draft.color || "#ffffff",
        fontFamily: face.css,
        fontWeight: face.weight,
        fontSize: size,
        lineHeight: LINE_HEIGHT,
        textAlign: "center",
        whiteSpace: "pre",
        ...(hasOutline
          ? { WebkitTextStroke: `${OUTLINE * size}px ${draft.outlineColor || "#000000"}`, paintOrder: "stroke fill" }
          : {}),
      }}
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <span key={index} style={{ display: "block", translate: `0 ${(HALF_CAPITAL - measure.middle) * size}px` }}>
          {lineText(line) || " "}
        </span>
      ))}
    </span>
  );
}
