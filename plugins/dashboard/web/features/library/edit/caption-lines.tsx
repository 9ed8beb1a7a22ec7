import { ActionIcon, Button, FileButton, Group, NumberInput, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { FileText, Plus, Timer, Trash2 } from "lucide-react";
import { showError } from "../../../ui/failure";
import { Panel } from "../../../ui/panel";
import type { CaptionsDraft } from "./captions";
import type { Playback } from "./use-playback";
import { type Line as Cue, changeLine } from "./words";

/** Limit of the API. */
const MAX_LINES = 2000;
const NEW_LINE_SECONDS = 2;
/** Rounds down, so a line that starts at the current time is visible at it. */
const toHundredths = (seconds: number) => Math.floor(seconds * 100) / 100;

interface TimeProps {
  label: string;
  value: number;
  now: number;
  onChange(seconds: number): void;
}

const TimeInput = ({ label, value, now, onChange }: TimeProps) => (
  <Group wrap="nowrap" gap={4}>
    <NumberInput
      aria-label={label}
      value={value}
      onChange={(seconds) => typeof seconds === "number" && onChange(seconds)}
      min={0}
      step={0.1}
      decimalScale={2}
      flex={1}
      miw={0}
      size="xs"
    />
    <ActionIcon
      color="vireo"
      title="Set to current time"
      aria-label={`${label}: set to current time`}
      onClick={() => onChange(toHundredths(now))}
    >
      <Timer size={16} />
    </ActionIcon>
  </Group>
);

interface LineProps {
  cue: Cue;
  name: string;
  number: number;
  playback: Playback;
  change(patch: Partial<Cue>): void;
  remove(): void;
}

const Line = ({ cue, name, number, playback: { time, seek }, change, remove }: LineProps) => (
  <li aria-label={name} aria-current={(time >= cue.start && time < cue.end) || undefined}>
    <Button size="compact-xs" variant="subtle" onClick={() => seek(cue.start)} aria-label={`${name}: go to start`}>
      {number}
    </Button>
    <TimeInput
      label={`${name}: start (seconds)`}
      value={cue.start}
      now={time}
      onChange={(start) => change({ start })}
    />
    <TimeInput label={`${name}: end (seconds)`} value={cue.end} now={time} onChange={(end) => change({ end })} />
    <TextInput
      className="cue-text"
      aria-label={`${name}: text`}
      placeholder="Text"
      value={cue.text}
      size="xs"
      maxLength={2000}
      error={cue.end <= cue.start ? "Ends before it starts" : undefined}
      onChange={(event) => change({ text: event.currentTarget.value })}
    />
    <ActionIcon aria-label={`${name}: delete`} onClick={remove}>
      <Trash2 size={16} />
    </ActionIcon>
  </li>
);

async function readLines(file: File): Promise<Cue[]> {
  // Loaded on demand: the table of character references is large, and few people open a file.
  const { decodeSubtitles, readSubtitles } = await import("vireo/captions/subtitles");
  const cues = readSubtitles(decodeSubtitles(new Uint8Array(await file.arrayBuffer()))) ?? [];
  const lines = cues.map((cue) => ({ ...cue, text: cue.text.replaceAll("\n", " ") })).filter(({ text }) => text);
  if (lines.length === 0) throw new Error("Use an SRT, VTT, SBV or ASS file.");
  if (lines.length > MAX_LINES) throw new Error(`The file has more than ${MAX_LINES.toLocaleString()} lines.`);
  return lines;
}

interface Props {
  form: UseFormReturnType<CaptionsDraft>;
  playback: Playback;
}

/** Caption lines with their times. */
export function CaptionLines({ form, playback }: Props) {
  const { cues } = form.values;
  const change = (next: Cue[]) => form.setValues({ cues: next });
  const add = () => {
    const { time, duration } = playback;
    const start = toHundredths(Math.min(time, Math.max(0, duration - 0.5)));
    const cue = { start, end: toHundredths(Math.min(start + NEW_LINE_SECONDS, duration)), text: "" };
    change([...cues, cue].toSorted((a, b) => a.start - b.start));
  };
  const open = async (file: File | null) => {
    if (file) await readLines(file).then(change, (error) => showError(error, `Can't open ${file.name}`));
  };
  const actions = (
    <Group gap="xs">
      <FileButton accept=".srt,.vtt,.sbv,.ass,.ssa,text/vtt,application/x-subrip" onChange={open}>
        {(props) => (
          <Button {...props} size="xs" variant="default" leftSection={<FileText size={14} />}>
            Open SRT or VTT
          </Button>
        )}
      </FileButton>
      <Button size="xs" variant="light" leftSection={<Plus size={14} />} onClick={add}>
        Add line
      </Button>
    </Group>
  );
  return (
    <Panel title="Lines" action={actions}>
      {cues.length === 0 ? (
        <Text size="sm" c="dimmed">
          Pause the video where someone starts to speak and add a line, or open a subtitle file.
        </Text>
      ) : (
        <ol className="cues">
          {cues.map((cue, index) => (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and their text changes
              key={index}
              cue={cue}
              name={`Line ${index + 1}`}
              number={index + 1}
              playback={playback}
              change={(patch) => change(cues.with(index, changeLine(cue, patch, playback.duration)))}
              remove={() => change(cues.toSpliced(index, 1))}
            />
          ))}
        </ol>
      )}
    </Panel>
  );
}
