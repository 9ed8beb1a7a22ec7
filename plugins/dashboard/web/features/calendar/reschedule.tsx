import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { SocialPost } from "vireo/client";
import { TimeField } from "../../ui/time-field";
import { fromClock, toClock } from "../../ui/time-zone";
import { nextFullHour } from "./form/values";
import { useReschedule } from "./use-reschedule";

/** Reschedules a post without dragging. */
export function Reschedule({ post }: { post: SocialPost }) {
  const reschedule = useReschedule();
  const { scheduledFor, timezone: zone, status } = post;
  const [value, setValue] = useState({ zone, clock: toClock(scheduledFor ?? nextFullHour(), zone) });
  const [isBusy, setBusy] = useState(false);
  const time = fromClock(value.clock, value.zone);
  const isDraft = status === "draft";
  const isPast = time !== undefined && time <= Date.now();
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (time === undefined) return;
        setBusy(true);
        await reschedule(post, time, isDraft);
        setBusy(false);
      }}
    >
      <Stack gap="sm">
        <TimeField
          label={isDraft ? "Schedule for" : "Reschedule to"}
          value={value}
          onChange={setValue}
          error={isPast ? "Choose a time in the future" : undefined}
        />
        <Group>
          <Button
            type="submit"
            variant="light"
            loading={isBusy}
            disabled={time === undefined || isPast || (!isDraft && time === scheduledFor)}
          >
            {isDraft ? "Schedule" : "Reschedule"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
