import { Button, Group, Spoiler, Stack, Text } from "@mantine/core";
import { Fragment, useEffect, useMemo, useRef, useState } from "react";
import type { Interval } from "vireo/captions/align";
import { spreadWords } from "vireo/captions/words";
import type { ClipSearch } from "vireo/client";
import { isRunning } from "../../ui/media";
import { useStoredTranscript } from "../../ui/transcript";
import "./clips.css";
import { Grip } from "./grip";
import { type Edge, toSpan, type Word } from "./spans";

/** Seconds of speech shown before and after a clip, into which it can be extended. */
const CONTEXT_SECONDS = 12;

const NONE: readonly Word[] = [];

/** Spreads the words of a cue over it. */
const spread = ({ text, start, end }: Interval & { text: string }): Word[] =>
  spreadWords(text, [{ start, end }]).map(({ text: word, ...times }) => ({ word, ...times, isEstimated: true }));

/** Reads the words of the searched video with their times. Empty if it is not known what is said. */
export function useWords(search: ClipSearch): readonly Word[] {
  const { videoId, version, clipsId } = search;
  const { data } = useStoredTranscript(videoId, version, !isRunning(search), clipsId);
  return useMemo(() => data?.flatMap((cue) => cue.words ?? spread(cue)) ?? NONE, [data]);
}

const getMiddle = ({ start, end }: Interval) => (start + end) / 2;
const isInside = (word: Word, { start, end }: Interval) => getMiddle(word) >= start && getMiddle(word) <= end;

/** Follows which words are selected in the text, as indices. */
function useSelectedWords(isEnabled: boolean) {
  const ref = useRef<HTMLParagraphElement>(null);
  const [selected, setSelected] = useState<readonly [first: number, last: number]>();
  useEffect(() => {
    if (!isEnabled) return;
    const read = () => {
      const selection = document.getSelection();
      const range = selection?.rangeCount && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
      const chosen = [...(ref.current?.querySelectorAll<HTMLElement>("[data-word]") ?? [])].filter((word) =>
        range?.intersectsNode(word),
      );
      const [first, last] = [chosen[0]?.dataset.word, chosen.at(-1)?.dataset.word];
      setSelected(first && last && chosen.length > 1 ? [Number(first), Number(last)] : undefined);
    };
    document.addEventListener("selectionchange", read);
    return () => document.removeEventListener("selectionchange", read);
  }, [isEnabled]);
  return { ref, selected };
}

interface Props {
  /** All words of the video. */
  words: readonly Word[];
  /** Shown if the times of the words are not known. */
  text: string | undefined;
  span: Interval;
  /** Playhead, in seconds of the video. */
  time: number;
  /** Selects the words of the clip. The words around them are shown as well. */
  choose?(span: Interval): void;
  /** Moves one edge of the clip to a word. */
  drag?(edge: Edge, to: number): void;
  /** Called when an edge is released. */
  drop?(edge: Edge): void;
}

/** What is said in a part of a video. */
export function Words({ words, text, span, time, choose, drag, drop }: Props) {
  const margin = choose ? CONTEXT_SECONDS : 0;
  // While an edge is dragged, the words stay where they are.
  const [dragged, setDragged] = useState<Interval>();
  const around = dragged ?? span;
  const near = { start: around.start - margin, end: around.end + margin };
  const shown = words.flatMap((word, index) => (isInside(word, near) ? [{ ...word, index }] : []));
  const { ref, selected } = useSelectedWords(choose !== undefined);
  const inside = shown.filter((word) => isInside(word, span));
  const [first, last] = [inside[0]?.index ?? 0, inside.at(-1)?.index ?? 0];
  const edges = { start: first, end: last };
  const move = (edge: Edge, index: number) => {
    const [least, most] = edge === "start" ? [shown[0]!.index, last] : [first, shown.at(-1)!.index];
    const to = Math.max(least, Math.min(most, index));
    if (to === edges[edge]) return;
    setDragged(around);
    drag?.(edge, toSpan(words, edge === "start" ? to : first, edge === "end" ? to : last)[edge]);
  };
  if (shown.length === 0) return text ? <p className="clip-words">{text}</p> : null;
  return (
    <Stack gap="xs">
      <Spoiler className="clip-spoken" maxHeight={220} showLabel="Show full transcript" hideLabel="Show less">
        <div className="clip-text">
          <p className="clip-words" ref={ref}>
            {shown.map(({ index, word, ...times }) => (
              <Fragment key={index}>
                <span
                  data-word={index}
                  data-outside={!isInside({ word, ...times }, span) || undefined}
                  data-current={(time >= times.start && time < times.end) || undefined}
                >
                  {word}
                </span>{" "}
              </Fragment>
            ))}
          </p>
          {drag &&
            inside.length > 0 &&
            (["start", "end"] as const).map((edge) => (
              <Grip
                key={edge}
                edge={edge}
                index={edges[edge]}
                max={words.length - 1}
                text={words[edges[edge]]?.word ?? ""}
                paragraph={ref}
                move={(index) => move(edge, index)}
                drop={() => {
                  if (!dragged) return;
                  setDragged(undefined);
                  drop?.(edge);
                }}
              />
            ))}
        </div>
      </Spoiler>
      {choose && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            disabled={!selected}
            // Keeps the selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              if (!selected) return;
              choose(toSpan(words, ...selected));
              document.getSelection()?.empty();
            }}
          >
            Use selected words
          </Button>
          <Text size="xs" c="dimmed">
            Drag the edges, or select words
          </Text>
        </Group>
      )}
    </Stack>
  );
}
