import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { lineText } from "vireo/captions/wrap";
import { toLocalUrl } from "../../../ui/media";
import type { Frame } from "./caption-layer";
import type { OverlayDraft } from "./drafts";
import { getFace, type Measure } from "./fonts/index";
import { fit, LINE_HEIGHT, layoutText, OVERLAY_FACE, place, type Size } from "./overlay-layout";

const [OUTLINE, HALF_CAPITAL] = [0.13, 0.36];

interface Props {
  draft: OverlayDraft;
  frame: Frame;
  scale: number;
  measure: Measure;
  /** Whether it is on screen at this moment; else it is shown faintly, to be moved all the same. */
  on: boolean;
  move(position: { x: number; y: number }): void;
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The overlay where it will be, to be dragged or moved by the arrow keys. In the pixels of the frame. */
export function OverlayLayer({ draft, frame, scale, measure, on, move }: Props) {
  const grip = useRef<{ x: number; y: number }>(undefined);
  const [picture, setPicture] = useState<Size>();
  const isText = draft.type === "text";
  if (isText ? !draft.text.trim() : !draft.imageUrl) return null;

  const laid = isText ? layoutText(draft, frame, measure) : undefined;
  const size = laid ?? fit(picture, draft, frame);
  const { x, y } = place(draft.position, size, frame);
  const centre = { x: (x + size.width / 2) / frame.width, y: (y + size.height / 2) / frame.height };
  const moveTo = (to: { x: number; y: number }) => {
    const inside = (at: number, part: number) =>
      Math.round(Math.min(1 - part / 2, Math.max(part / 2, at)) * 1000) / 1000;
    const [w, h] = [Math.min(1, size.width / frame.width), Math.min(1, size.height / frame.height)];
    move({ x: inside(to.x, w), y: inside(to.y, h) });
  };
  const of = (event: PointerEvent) => ({
    x: event.clientX / (frame.width * scale),
    y: event.clientY / (frame.height * scale),
  });
  const press = (event: PointerEvent) => {
    const at = of(event);
    grip.current = { x: at.x - centre.x, y: at.y - centre.y };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent) => {
    const at = of(event);
    if (grip.current) moveTo({ x: at.x - grip.current.x, y: at.y - grip.current.y });
  };
  const release = () => {
    grip.current = undefined;
  };
  const key = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const far = event.shiftKey ? 0.05 : 0.01;
    moveTo({ x: centre.x + step[0] * far, y: centre.y + step[1] * far });
  };
  return (
    <button
      type="button"
      className="overlay-grip"
      aria-label={`${isText ? `Text “${draft.text}”` : "Picture"}: drag it, or move it by the arrow keys`}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={key}
      style={{ left: x, top: y, width: size.width, height: size.height, opacity: on ? 1 : 0.35 }}
    >
      <span style={{ display: "block", height: "100%", opacity: draft.opacity }}>
        {laid ? (
          <TextBox draft={draft} laid={laid} measure={measure} />
        ) : (
          <img
            src={toLocalUrl(draft.imageUrl)}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setPicture({ width, height })
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
  laid: ReturnType<typeof layoutText>;
  measure: Measure;
}

function TextBox({ draft, laid: { lines, size, padding }, measure }: TextProps) {
  const face = getFace(draft.fontFamily || OVERLAY_FACE.family, OVERLAY_FACE.weight);
  const outlined = draft.outlineColor || !draft.backgroundColor;
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
        ...(outlined
          ? { WebkitTextStroke: `${OUTLINE * size}px ${draft.outlineColor || "#000000"}`, paintOrder: "stroke fill" }
          : {}),
      }}
    >
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone
        <span key={at} style={{ display: "block", translate: `0 ${(HALF_CAPITAL - measure.middle) * size}px` }}>
          {lineText(line) || " "}
        </span>
      ))}
    </span>
  );
}
