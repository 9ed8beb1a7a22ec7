import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { SocialPost } from "vireo/client";
import { TimeField } from "../../ui/time-field";
import { fromClock, toClock } from "../../ui/time-zone";
import { nextFullHour } from "./form/values";
import { useReschedule } from "./use-reschedule";

/** Another time for a post, without a mouse. */
export function Reschedule({ post }: { post: SocialPost }) {
  const move = useReschedule();
  const zone = post.timezone;
  const [at, setAt] = useState({ zone, clock: toClock(post.scheduledFor ?? nextFullHour(), zone) });
  const [busy, setBusy] = useState(false);
  const time = fromClock(at.clock, at.zone);
  const isDraft = post.status === "draft";
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (time === undefined) return;
        setBusy(true);
        await move(post, time, isDraft);
        setBusy(false);
      }}
    >
      <Stack gap="sm">
        <TimeField
          label={isDraft ? "Schedule it for" : "Move it to"}
          value={at}
          onChange={setAt}
          error={time !== undefined && time <= Date.now() ? "This time has passed. Choose a later one." : undefined}
        />
        <Group>
          <Button
            type="submit"
            variant="light"
            loading={busy}
            disabled={time === undefined || time <= Date.now() || (!isDraft && time === post.scheduledFor)}
          >
            {isDraft ? "Schedule" : "Move"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
