import { Anchor, Stack, Switch, Text } from "@mantine/core";
import { Link } from "wouter";
import { Segments } from "../../../ui/segments";
import { TimeField } from "../../../ui/time-field";
import type { FieldErrors } from "./validate";
import { hasInbox, type Mode, type Values } from "./values";

const modes = [
  { value: "schedule", label: "Schedule" },
  { value: "queue", label: "Queue" },
  { value: "now", label: "Now" },
  { value: "draft", label: "Draft" },
];
const descriptions = {
  queue: (
    <>
      Takes the next free posting time of the first channel.{" "}
      <Anchor component={Link} href="/channels" inherit underline="always">
        Set posting times
      </Anchor>
    </>
  ),
  now: "Published as soon as you confirm",
  draft: "Saved for later",
} as const;

interface Props {
  values: Values;
  change(patch: Partial<Values>): void;
  errors: FieldErrors;
  /** Only new posts can be added to the queue. */
  isNew: boolean;
  /** Only TikTok has an inbox. */
  hasTikTok: boolean;
  /** True for somebody who may only save drafts. */
  isDraftOnly: boolean;
}

/** Selects when to publish, and whether to send the post to the TikTok inbox. */
export function TimeFields({ values: { mode, at, toInbox }, change, errors, isNew, hasTikTok, isDraftOnly }: Props) {
  const setMode = (next: Mode) => change({ mode: next, toInbox: hasInbox(next) ? undefined : false });
  return (
    <Stack gap="sm">
      <Segments
        label="When to post"
        data={modes.filter(({ value }) => (isNew || value !== "queue") && (!isDraftOnly || value === "draft"))}
        value={mode}
        onChange={(next) => setMode(next as Mode)}
      />
      {mode === "schedule" ? (
        <TimeField label="Date and time" value={at} onChange={(next) => change({ at: next })} error={errors.at} />
      ) : (
        <Text size="sm" c="dimmed">
          {descriptions[mode]}
        </Text>
      )}
      {hasTikTok && (
        <Switch
          label="Send to TikTok inbox"
          description={
            !hasInbox(mode)
              ? "Not available for scheduled posts"
              : "The creator finishes and publishes the post in the TikTok app. Other platforms publish directly."
          }
          checked={toInbox}
          disabled={!hasInbox(mode)}
          onChange={(event) => change({ toInbox: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
