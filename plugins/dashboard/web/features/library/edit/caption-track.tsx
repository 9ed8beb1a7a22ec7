import { ActionIcon, Group, TextInput } from "@mantine/core";
import { ChevronLeft, ChevronRight, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import type { Interval } from "vireo/captions/align";
import type { PlacedPage } from "vireo/captions/placement";
import { type CaptionsDraft, timeText } from "./captions";
import { TimelineBar } from "./timeline-bar";
import type { Edits } from "./use-edits";
import type { Playback } from "./use-playback";
import { changeLine, type Line, moveWord, type PlacedWord, placeWords, renameWord, splitLine, toLines } from "./words";

/** Words are shown one by one where they have this many pixels on average. Otherwise a block shows its text. */
const MIN_WORD_PX = 44;
/** Narrower words can be clicked, but have no handles. */
const MIN_HANDLE_PX = 24;

/** Returns the lines of a draft. A text is split into lines, which are stored once a word is edited. */
function getLines({ source, text, cues }: CaptionsDraft, guides: Edits["guides"], duration: number): Line[] {
  if (source === "timed") return cues;
  if (source !== "text" || !text.trim()) return [];
  return toLines(timeText(text.trim(), guides?.speech ?? [{ start: 0, end: duration }]), duration);
}

/** The lines and words of the captions, and the selected word. */
export function useCaptionWords(edits: Edits, { duration, seek }: Playback, open: () => void) {
  const { captions, draft, guides } = edits;
  const [selected, setSelected] = useState(-1);
  const lines = useMemo(() => getLines(draft, guides, duration), [draft, guides, duration]);
  const words = useMemo(() => placeWords(lines, duration), [lines, duration]);
  const change = (cues: Line[]) => captions.form.setValues({ source: "timed", cues });
  return {
    lines,
    words,
    selected,
    select(index: number) {
      const word = words[index];
      if (!word) return;
      open();
      setSelected(index);
      seek(word.start + 0.01);
    },
    moveWord: (index: number, part: Parameters<typeof moveWord>[2], span: Interval) =>
      change(moveWord(lines, index, part, span, duration)),
    rename: (text: string) => change(renameWord(lines, selected, text, duration)),
    moveLine: (index: number, span: Partial<Interval>) =>
      change(lines.map((line, at) => (at === index ? changeLine(line, span, duration) : line))),
    /** Splits the line at the playhead. Undefined where that is not possible. */
    getSplit(time: number) {
      const next = splitLine(lines, time, duration);
      return next && (() => change(next));
    },
  };
}

export type CaptionWords = ReturnType<typeof useCaptionWords>;

interface FormProps {
  word: PlacedWord;
  rename(text: string): void;
  step: Partial<Record<-1 | 1, () => void>>;
}

/** Edits the selected word. Saves on blur and on Enter. */
function WordFields({ word, rename, step }: FormProps) {
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
        w={140}
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

/** Fields of the selected word. Hidden if none is selected. */
export function WordForm({ words: { words, selected, select, rename } }: { words: CaptionWords }) {
  const word = words[selected];
  if (!word) return null;
  const step = (by: -1 | 1) => (words[selected + by] ? { [by]: () => select(selected + by) } : {});
  return <WordFields key={`${selected} ${word.text}`} word={word} rename={rename} step={{ ...step(-1), ...step(1) }} />;
}

interface Props {
  edits: Edits;
  words: CaptionWords;
  pages: readonly PlacedPage[];
  playback: Playback;
  open(): void;
  /** Pixels of a second. */
  scale: number;
  /** The part of the video that is on the screen. */
  view: Interval;
}

const isIn = (view: Interval) => (span: Interval) => span.end > view.start && span.start < view.end;

/** Captions as blocks with their words inside. Words and timed lines can be dragged and stretched. */
export function CaptionBars({ edits: { captions, draft }, words, pages, playback, open, scale, view }: Props) {
  const { duration, seek } = playback;
  if (captions.missing) return null;
  if (words.lines.length === 0)
    return pages.map(({ layout: { page } }) => (
      <TimelineBar
        key={page.start}
        start={page.start}
        end={page.end}
        duration={duration}
        text={page.words.map(({ text }) => text).join(" ")}
        label="Caption"
        onOpen={open}
      />
    ));
  const isTimed = draft.source === "timed";
  const shown = words.words.map((word, index) => ({ ...word, index })).filter(isIn(view));
  const lines = words.lines.map((line, index) => ({ ...line, index })).filter(isIn(view));
  return lines.map(({ start, end, text, index }) => {
    const own = shown.filter(({ line }) => line === index);
    const hasWords = own.length > 0 && (end - start) * scale >= MIN_WORD_PX * text.split(/\s+/).length;
    return [
      <TimelineBar
        key={index}
        className={hasWords ? "timeline-line" : ""}
        start={start}
        end={end}
        duration={duration}
        text={hasWords ? "" : text}
        label={isTimed ? `Line ${index + 1} on the timeline` : "Caption"}
        onOpen={() => {
          open();
          if (!isTimed) seek(start);
        }}
        onMove={isTimed ? (span) => words.moveLine(index, span) : undefined}
      />,
      ...(hasWords ? own : []).map(({ start, end, text, index }) => {
        const canMove = (end - start) * scale >= MIN_HANDLE_PX;
        return (
          <TimelineBar
            key={`word ${index}`}
            className="timeline-word"
            start={start}
            end={end}
            duration={duration}
            text={text}
            label={canMove ? `Word “${text}”` : text}
            isSelected={index === words.selected}
            onOpen={() => words.select(index)}
            onMove={canMove ? (span, part) => words.moveWord(index, part, span) : undefined}
          />
        );
      }),
    ];
  });
}
