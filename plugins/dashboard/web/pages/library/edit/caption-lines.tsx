import { ActionIcon, Button, FileButton, Group, NumberInput, Text, TextInput, Tooltip } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { FileText, Plus, Timer, Trash2 } from "lucide-react";
import { type Cue, readSubtitles } from "vireo/captions/subtitles";
import { Panel } from "../../../ui/panel";

/** What the API takes at most. */
const MOST = 2000;
const LENGTH = 2;
/** Never later than where the video is, so that what begins there is seen there. */
const hundredths = (seconds: number) => Math.floor(seconds * 100) / 100;

interface TimeProps {
  label: string;
  value: number;
  now: number;
  onChange(seconds: number): void;
}

const Time = ({ label, value, now, onChange }: TimeProps) => (
  <Group wrap="nowrap" gap={4}>
    <NumberInput
      aria-label={label}
      value={value}
      onChange={(seconds) => typeof seconds === "number" && onChange(seconds)}
      min={0}
      step={0.1}
      decimalScale={2}
      w={84}
      size="xs"
    />
    <Tooltip label="Set to where the video is">
      <ActionIcon
        variant="subtle"
        aria-label={`${label}: set to where the video is`}
        onClick={() => onChange(hundredths(now))}
      >
        <Timer size={16} />
      </ActionIcon>
    </Tooltip>
  </Group>
);

interface Props {
  cues: readonly Cue[];
  change(cues: Cue[]): void;
  time: number;
  duration: number;
  seek(seconds: number): void;
}

/** What is said when: lines that are timed by the video itself. */
export function CaptionLines({ cues, change, time, duration, seek }: Props) {
  const set = (at: number, patch: Partial<Cue>) =>
    change(cues.map((cue, i) => (i === at ? { ...cue, ...patch } : cue)));
  const add = () => {
    const start = hundredths(Math.min(time, Math.max(0, duration - 0.5)));
    const cue = { start, end: hundredths(Math.min(start + LENGTH, duration)), text: "" };
    change([...cues, cue].toSorted((a, b) => a.start - b.start));
  };
  const load = async (file: File | null) => {
    if (!file) return;
    const read = readSubtitles(await file.text()) ?? [];
    const found = read.map((cue) => ({ ...cue, text: cue.text.replaceAll("\n", " ") })).filter(({ text }) => text);
    if (found.length > 0 && found.length <= MOST) return change(found);
    const message = found.length ? `It has more than ${MOST} lines.` : "It is neither SRT nor WebVTT.";
    notifications.show({ color: "red", title: `${file.name} cannot be used`, message });
  };
  return (
    <Panel
      title="Lines"
      action={
        <Group gap="xs">
          <FileButton accept=".srt,.vtt,text/vtt,application/x-subrip" onChange={load}>
            {(props) => (
              <Button {...props} size="xs" variant="default" leftSection={<FileText size={14} aria-hidden />}>
                Open SRT or VTT
              </Button>
            )}
          </FileButton>
          <Button size="xs" variant="light" leftSection={<Plus size={14} aria-hidden />} onClick={add}>
            Line here
          </Button>
        </Group>
      }
    >
      {cues.length === 0 ? (
        <Text size="sm" c="dimmed">
          Play the video, stop where somebody begins to speak, and press “Line here”. Or open a file of subtitles.
        </Text>
      ) : (
        <ol className="cues">
          {cues.map((cue, at) => {
            const name = `Line ${at + 1}`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name, and its text changes as it is typed
              <li key={at} aria-label={name} aria-current={(time >= cue.start && time < cue.end) || undefined}>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => seek(cue.start)}
                  aria-label={`${name}: go to its start`}
                >
                  {at + 1}
                </Button>
                <Time
                  label={`${name}: start, seconds`}
                  value={cue.start}
                  now={time}
                  onChange={(start) => set(at, { start })}
                />
                <Time label={`${name}: end, seconds`} value={cue.end} now={time} onChange={(end) => set(at, { end })} />
                <TextInput
                  className="cue-text"
                  aria-label={`${name}: text`}
                  placeholder="What is said"
                  value={cue.text}
                  size="xs"
                  maxLength={2000}
                  error={cue.end <= cue.start ? "Ends before it starts." : undefined}
                  onChange={(event) => set(at, { text: event.currentTarget.value })}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`${name}: delete`}
                  onClick={() => change(cues.toSpliced(at, 1))}
                >
                  <Trash2 size={16} />
                </ActionIcon>
              </li>
            );
          })}
        </ol>
      )}
    </Panel>
  );
}
