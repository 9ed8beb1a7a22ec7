import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useState } from "react";
import "./clips.css";
import { KEY_STEPS } from "./spans";

interface Props {
  edge: "start" | "end";
  /** Index of the first or the last word of the clip. */
  index: number;
  /** The last index of a word. */
  max: number;
  /** Text of the position for screen readers. */
  text: string;
  /** The words, each with its index in `data-word`. */
  paragraph: RefObject<HTMLElement | null>;
  /** Moves the edge to a word, while the grip is dragged and with each key. */
  move(index: number): void;
  /** Called when the grip is released. */
  drop(): void;
}

/** Finds the index of the word at a point of the window. */
function findWord(paragraph: HTMLElement | null, x: number, y: number): number | undefined {
  const word = document
    .elementsFromPoint(x, y)
    .find((element) => element instanceof HTMLElement && element.dataset.word && paragraph?.contains(element));
  return word instanceof HTMLElement ? Number(word.dataset.word) : undefined;
}

/**
 * A grip at an edge of a clip, which is dragged over the words or moved with keys. It lies above the words, because an
 * element that moved within them would lose the focus.
 */
export function Grip({ edge, index, max, text, paragraph, move, drop }: Props) {
  const [place, setPlace] = useState({ left: 0, top: 0, height: 0 });
  useEffect(() => {
    const element = paragraph.current;
    if (!element) return;
    const measure = () => {
      const word = element.querySelector<HTMLElement>(`[data-word="${index}"]`);
      const boxes = word?.getClientRects();
      const box = edge === "start" ? boxes?.[0] : boxes?.[boxes.length - 1];
      const origin = element.getBoundingClientRect();
      if (!box) return;
      const left = (edge === "start" ? box.left : box.right) - origin.left;
      setPlace({ left, top: box.top - origin.top, height: box.height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [paragraph, index, edge]);
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const word = findWord(paragraph.current, event.clientX, event.clientY);
    if (word !== undefined && word !== index) move(word);
  };
  const press = (event: KeyboardEvent) => {
    const step = KEY_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(index + step);
  };
  return (
    <span
      className="clip-grip"
      data-edge={edge}
      style={place}
      role="slider"
      tabIndex={0}
      aria-label={edge === "start" ? "First word of the clip" : "Last word of the clip"}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={index}
      aria-valuetext={text}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={follow}
      onPointerUp={drop}
      onKeyDown={press}
      onKeyUp={({ key }) => KEY_STEPS[key] !== undefined && drop()}
    />
  );
}
