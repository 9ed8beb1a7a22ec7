import { ActionIcon, Group, TextInput } from "@mantine/core";
import { ChevronLeft, ChevronRight, Trash2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { type CaptionsDraft, timeText } from "./captions";
import type { Span } from "./span";
import { TimelineBar } from "./timeline-bar";
import type { Edits } from "./use-edits";
import type { Playback } from "./use-playback";
import { type Line, moveWord, type PlacedWord, placeWords, renameWord, toLines } from "./words";

/** Words shown at a time, so that each is wide enough to drag. */
const MAX_WORDS = 8;
/** Seconds shown before the first word and after the last. */
const MARGIN = 0.4;

/** Returns the lines of a draft. A text is split into lines, which are stored once a word is edited. */
function getLines({ source, text, cues }: CaptionsDraft, guides: Edits["guides"], duration: number): Line[] {
  if (source === "timed") return cues;
  if (source !== "text" || !text.trim()) return [];
  return toLines(timeText(text.trim(), guides?.speech ?? [{ start: 0, end: duration }]), duration);
}

interface Shown {
  /** Index of the first word. */
  from: number;
  words: readonly PlacedWord[];
}

/** Selects the words of the line at the playhead, or a part of a long line. */
function showWords(words: readonly PlacedWord[], time: number): Shown {
  const at = Math.max(
    0,
    words.findLastIndex(({ start }) => start <= time + 0.01),
  );
  const first = words.findIndex(({ line }) => line === words[at]?.line);
  const from = first + Math.floor((at - first) / MAX_WORDS) * MAX_WORDS;
  const shown = words.slice(from, from + MAX_WORDS).filter(({ line }) => line === words[at]?.line);
  return { from, words: shown };
}

interface FormProps {
  word: PlacedWord;
  rename(text: string): void;
  step?: Partial<Record<-1 | 1, () => void>>;
}

/** Edits the selected word. Saves on blur and on Enter. */
function WordForm({ word, rename, step = {} }: FormProps) {
  const [text, setText] = useState(word.text);
  const save = () => text.trim() !== word.text && rename(text);
  return (
    <Group gap={4} wrap="nowrap" className="word-form">
      <ActionIcon aria-label="Previous word" disabled={!step[-1]} onClick={step[-1]}>
        <ChevronLeft size={16} />
      </ActionIcon>
      <TextInput
        aria-label="Word"
        size="xs"
        flex={1}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === "Enter" && save()}
      />
      <ActionIcon aria-label="Next word" disabled={!step[1]} onClick={step[1]}>
        <ChevronRight size={16} />
      </ActionIcon>
      <ActionIcon aria-label="Delete word" onClick={() => rename("")}>
        <Trash2 size={16} />
      </ActionIcon>
    </Group>
  );
}

interface Props {
  edits: Edits;
  playback: Playback;
  open(): void;
}

/** Shows the words of the line at the playhead, to be dragged, stretched and edited. Undefined if there are none. */
export function useWordTrack({ edits: { captions, draft, guides }, playback, open }: Props) {
  const { time, duration, seek } = playback;
  const { setValues } = captions.form;
  const [selected, setSelected] = useState(-1);
  const lines = useMemo(() => getLines(draft, guides, duration), [draft, guides, duration]);
  const words = useMemo(() => placeWords(lines, duration), [lines, duration]);
  const { from, words: shown } = showWords(words, time);
  // Keep the scale while a word is dragged. It changes only when other words are shown.
  const view = useRef<{ key: string; span: Span }>(undefined);
  const key = `${from} ${shown.length} ${shown[0]?.line}`;
  if (view.current?.key !== key)
    view.current = {
      key,
      span: {
        start: Math.max(0, (shown[0]?.start ?? 0) - MARGIN),
        end: Math.min(duration, (shown.at(-1)?.end ?? duration) + MARGIN),
      },
    };
  if (shown.length === 0) return undefined;
  const change = (cues: Line[]) => setValues({ source: "timed", cues });
  const select = (at: number) => {
    const word = words[at];
    if (!word) return;
    open();
    setSelected(at);
    seek(word.start + 0.01);
  };
  const word = selected >= from && selected < from + shown.length ? words[selected] : undefined;
  const step = (by: -1 | 1) => (words[selected + by] ? { [by]: () => select(selected + by) } : {});
  return {
    view: view.current.span,
    bars: shown.map(({ start, end, text }, i) => (
      <TimelineBar
        // biome-ignore lint/suspicious/noArrayIndexKey: words have no other identity
        key={i}
        {...{ start, end, duration, text, view: view.current?.span }}
        label={`Word “${text}”`}
        isSelected={from + i === selected}
        onOpen={() => select(from + i)}
        onMove={(span, part) => change(moveWord(lines, from + i, part, span, duration))}
      />
    )),
    form: word && (
      <WordForm
        key={`${selected} ${word.text}`}
        word={word}
        rename={(text) => change(renameWord(lines, selected, text, duration))}
        step={{ ...step(-1), ...step(1) }}
      />
    ),
  };
}
