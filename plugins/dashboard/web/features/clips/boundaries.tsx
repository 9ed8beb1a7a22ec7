import { ActionIcon, Button, Group, Input, Stack, Text } from "@mantine/core";
import { Minus, Plus } from "lucide-react";
import type { Interval } from "vireo/captions/align";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";
import { usePrices } from "../../ui/catalog";
import { getFieldErrors } from "../../ui/form";
import { type MediaItem, useVersion } from "../../ui/media";
import { formatTenths, type Moment } from "./queries";
import { describeSpan, type Edge, MIN_SECONDS, step, type Word } from "./spans";
import type { PartPlayer } from "./use-part-player";
import { Words } from "./words";

/** Seconds before a moved end that are played. */
const TAIL_SECONDS = 3;

/** Plays what has changed: from a moved start, or the last seconds before a moved end. */
export function playEdge(player: PartPlayer, edge: Edge, { start, end }: Interval): void {
  player.play({ start: edge === "start" ? start : Math.max(start, end - TAIL_SECONDS), end });
}

interface StepperProps {
  label: string;
  value: number;
  min: number;
  max: number;
  error: string | undefined;
  /** What a step is called. */
  unit: string;
  move(by: 1 | -1): void;
}

/** A time with buttons that move it by a word, or a second. */
function Stepper({ label, value, min, max, error, unit, move }: StepperProps) {
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <Group gap={4} wrap="nowrap" mt={4} role="group" aria-label={label}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={`${label}: 1 ${unit} earlier`}
          disabled={value <= min}
          onClick={() => move(-1)}
        >
          <Minus size={16} />
        </ActionIcon>
        <Text size="sm" ta="center" miw={60} aria-live="polite" style={{ fontVariantNumeric: "tabular-nums" }}>
          {formatTenths(value)}
        </Text>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={`${label}: 1 ${unit} later`}
          disabled={value >= max}
          onClick={() => move(1)}
        >
          <Plus size={16} />
        </ActionIcon>
      </Group>
    </Input.Wrapper>
  );
}

interface Props {
  clip: MediaItem;
  moment: Moment;
  /** All moments of the search. */
  moments: readonly Moment[];
  /** The start and the end as they are moved, until they are applied. */
  draft: Interval | undefined;
  setDraft(span: Interval | undefined): void;
  /** Of the long video. */
  words: readonly Word[];
  /** Seconds of the long video. */
  duration: number;
  player: PartPlayer;
}

/** Moves the start and the end of a clip. Its other layers stay. */
export function Boundaries({ clip, moment, moments, draft, setDraft, words, duration, player }: Props) {
  const newest = clip.versions.at(-1)?.version ?? 1;
  const detail = useVersion(clip.id, newest);
  const price = usePrices().ofCall("trim");
  const layers = detail?.version === newest ? detail.layers : [];
  const trim = layers.find((layer) => layer.type === "trim");
  const apply = useAction(
    async (span: Interval) => {
      await vireo.videos.addRender(clip.id, {
        layers: layers.map((layer) => (layer.type === "trim" ? { ...layer, ...span } : { id: layer.id ?? "" })),
        fromVersion: newest,
        baseVersion: newest,
      });
      setDraft(undefined);
    },
    {
      stale: ["videos", "credits"],
      done: "Clip updated",
      handleError: (error) => Object.keys(getFieldErrors(error)).length > 0,
    },
  );
  if (!trim) return <Words words={words} text={moment.transcript} span={moment} time={player.time} />;
  const stored = { start: trim.start ?? 0, end: trim.end ?? duration };
  const span = draft ?? stored;
  const { start, end } = span;
  const isChanged = start !== stored.start || end !== stored.end;
  // Errors belong to the times that were sent.
  const errors = apply.variables === draft ? Object.entries(getFieldErrors(apply.error)) : [];
  const errorOf = (name: string) => errors.find(([path]) => path.endsWith(`.${name}`))?.[1];
  const other = errors.find(([path]) => !/\.(start|end)$/.test(path))?.[1];
  const notes = describeSpan(span, words, moments, moment.id);
  const change = (next: Interval, edge: Edge) => {
    setDraft(next);
    playEdge(player, edge, next);
  };
  const unit = words.length > 0 ? "word" : "second";
  return (
    <Stack gap="xs" component="section" aria-label="Start and end">
      <Group gap="xs" align="flex-start">
        <Stepper
          label="Start"
          value={start}
          min={0}
          max={end - MIN_SECONDS}
          error={errorOf("start")}
          unit={unit}
          move={(by) => change({ start: step(words, "start", by, span, duration), end }, "start")}
        />
        <Stepper
          label="End"
          value={end}
          min={start + MIN_SECONDS}
          max={duration}
          error={errorOf("end")}
          unit={unit}
          move={(by) => change({ start, end: step(words, "end", by, span, duration) }, "end")}
        />
      </Group>
      {other && <Input.Error role="alert">{other}</Input.Error>}
      {isChanged && (
        <Group gap="xs">
          <Button size="xs" loading={apply.isPending} onClick={() => apply.mutate(span)}>
            Apply
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            disabled={apply.isPending}
            onClick={() => setDraft(undefined)}
          >
            Reset
          </Button>
          <Text size="xs" c="dimmed" aria-live="polite">
            {apply.isPending ? "Rendering. This can take a minute." : price}
          </Text>
        </Group>
      )}
      <Words
        words={words}
        text={moment.transcript}
        span={span}
        time={player.time}
        choose={(chosen) => change(chosen, "start")}
        drag={(edge, to) => {
          const moved = { ...span, [edge]: to };
          if (moved.end - moved.start >= MIN_SECONDS) setDraft(moved);
        }}
        drop={(edge) => playEdge(player, edge, span)}
      />
      {/* At the end, so that the words stay where they are while an edge is dragged. */}
      {notes.length > 0 && (
        <Text size="xs" className="clip-notes">
          {notes.join(" ")}
        </Text>
      )}
    </Stack>
  );
}
