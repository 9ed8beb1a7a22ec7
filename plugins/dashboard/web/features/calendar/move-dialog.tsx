import { NumberInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { SocialPost } from "vireo/client";
import { vireo } from "../../api";
import { forEachItem } from "../../ui/for-each";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { pluralise } from "../../ui/numbers";
import { getPostTime } from "../../ui/posts";
import { formatDateTime, localZone } from "../../ui/time";
import { shiftDays } from "./time-slot";

interface Props {
  posts: readonly SocialPost[];
  moved(): void;
  close(): void;
}

/** Moves several posts by whole days, and optionally to the same time of day. */
export default function MoveDialog({ posts, moved, close }: Props) {
  const form = useForm({ initialValues: { days: 1 as number | string, clock: "" } });
  const { clock } = form.values;
  // The field has a string while it is empty or contains only a minus.
  const days = typeof form.values.days === "number" ? form.values.days : undefined;
  const getTime = (post: SocialPost) => shiftDays(getPostTime(post), days ?? 0, localZone, clock);
  const times = posts.map(getTime);
  const isPast = times.some((time) => time <= Date.now());
  const submit = useSubmit(
    form,
    async () => {
      await forEachItem(posts, (post) => vireo.social.posts.update(post.postId, { scheduledFor: getTime(post) }));
      close();
      moved();
    },
    { stale: ["posts"], done: `${pluralise(posts.length, "post")} moved` },
  );
  return (
    <FormDialog
      title={`Move ${pluralise(posts.length, "post")}`}
      action="Move"
      submit={submit}
      close={close}
      disabled={isPast || days === undefined || (days === 0 && !clock)}
    >
      <NumberInput
        label="Days"
        description="Negative moves them earlier"
        {...form.getInputProps("days")}
        min={-365}
        max={365}
        allowDecimal={false}
        data-autofocus
      />
      <TextInput
        type="time"
        label="Time of day"
        description="Empty: each post keeps its own"
        {...form.getInputProps("clock")}
      />
      <Text size="sm" c={isPast ? "red" : "dimmed"} aria-live="polite">
        {isPast ? "Some posts would be in the past" : `First post: ${formatDateTime(Math.min(...times))}`}
      </Text>
    </FormDialog>
  );
}
