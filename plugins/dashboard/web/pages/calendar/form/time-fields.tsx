import { Input, SegmentedControl, Stack, Switch, Text } from "@mantine/core";
import { TimeField } from "../../../ui/time-field";
import type { FieldErrors } from "./validate";
import type { Mode, Values } from "./values";

const modes: { value: Mode; label: string; text?: string }[] = [
  { value: "schedule", label: "Schedule" },
  { value: "now", label: "Now", text: "It goes out as soon as you confirm." },
  { value: "draft", label: "Draft", text: "It is kept, and goes nowhere until you schedule or publish it." },
];

interface Props {
  values: Values;
  change(patch: Partial<Values>): void;
  problems: FieldErrors;
  /** Only TikTok has an inbox. */
  hasTikTok: boolean;
}

/** When it goes out, and whether straight. */
export function Timing({ values, change, problems, hasTikTok }: Props) {
  const { mode, at, toInbox } = values;
  const setMode = (next: Mode) => change({ mode: next, ...(next === "schedule" ? { toInbox: false } : {}) });
  return (
    <Stack gap="sm">
      <Input.Wrapper label="When" labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          data={modes.map(({ value, label }) => ({ value, label }))}
          value={mode}
          onChange={(next) => setMode(next as Mode)}
          aria-label="When it goes out"
        />
      </Input.Wrapper>
      {mode === "schedule" ? (
        <TimeField label="Date and time" value={at} onChange={(next) => change({ at: next })} error={problems.at} />
      ) : (
        <Text size="sm" c="dimmed">
          {modes.find(({ value }) => value === mode)?.text}
        </Text>
      )}
      {hasTikTok && (
        <Switch
          label="To the TikTok inbox"
          description={
            mode === "schedule"
              ? "Not with a time: choose Now or Draft. The creator then finishes it in TikTok's app."
              : "The creator finishes it in TikTok's app, and posts it there. Other platforms get it straight."
          }
          checked={toInbox}
          disabled={mode === "schedule"}
          onChange={(event) => change({ toInbox: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
