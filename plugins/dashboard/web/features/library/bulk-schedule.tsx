import { Alert, Group, List, Select, Stack, Text, Textarea } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { SocialAccount, SocialPostBulk } from "vireo/client";
import { useLocation } from "wouter";
import { vireo } from "../../api";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import type { MediaItem } from "../../ui/media";
import { pluralise } from "../../ui/numbers";
import { Poster } from "../../ui/poster";
import { Segments } from "../../ui/segments";
import { formatDateTime, localZone } from "../../ui/time";
import { TimeField } from "../../ui/time-field";
import { fromClock, toClock } from "../../ui/time-zone";
import { AccountField } from "../calendar/form/account-field";
import { useTikTokSettings } from "../calendar/form/use-tiktok-settings";
import { CAPTION_MAX, emptyTikTok, nextFullHour } from "../calendar/form/values";

const modes = [
  { value: "schedule", label: "Schedule" },
  { value: "queue", label: "Queue" },
  { value: "draft", label: "Drafts" },
];

/** Hours between two posts. */
const intervals = [
  { value: "12", label: "Twice a day" },
  { value: "24", label: "Every day" },
  { value: "48", label: "Every other day" },
  { value: "168", label: "Every week" },
];

const initialValues = {
  accountIds: [] as string[],
  mode: "schedule" as "schedule" | "queue" | "draft",
  at: { clock: toClock(nextFullHour(), localZone), zone: localZone },
  hours: "24",
  /** In the order of the videos. */
  captions: [] as string[],
  ...emptyTikTok,
};
type Values = typeof initialValues;

/** Computes the time of the post at a position. Adds hours in local time, so a clock change doesn't shift the posts. */
function getTime({ at, hours }: Values, index: number): number | undefined {
  const start = fromClock(at.clock, at.zone);
  if (start === undefined) return undefined;
  const shift = Number(hours) * index;
  const day = new Date(`${at.clock}Z`);
  day.setUTCHours(day.getUTCHours() + shift);
  return fromClock(day.toISOString().slice(0, 16), at.zone);
}

const toPosts = (values: Values, items: readonly MediaItem[], settings: object) =>
  items.map(({ id, title }, index) => ({
    videoId: id,
    accountIds: values.accountIds,
    mode: values.mode,
    content: values.captions[index] ?? "",
    title: title.slice(0, 100),
    timezone: values.at.zone,
    scheduledFor: values.mode === "schedule" ? getTime(values, index) : undefined,
    ...settings,
  }));

/** Lists posts that could not be created, such as duplicates. */
const Failures = ({ result, items }: { result: SocialPostBulk; items: readonly MediaItem[] }) => (
  <Alert color="orange" title={`${result.created} created, ${result.failed} not`} role="alert">
    <List size="sm">
      {result.results.map(
        ({ index, error }) => error && <List.Item key={index}>{`${items[index]?.title}: ${error.detail}`}</List.Item>,
      )}
    </List>
  </Alert>
);

/** The caption and the time of each post. */
const Captions = ({ form, items }: { form: UseFormReturnType<Values>; items: readonly MediaItem[] }) => (
  <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: "none" }} aria-label="Posts">
    {items.map(({ id, title }, index) => {
      const time = getTime(form.values, index);
      return (
        <Group key={id} component="li" wrap="nowrap" align="flex-start" gap="sm">
          <Poster videoId={id} width={40} />
          <Stack gap={2} flex={1} miw={0}>
            <Text size="xs" c="dimmed" truncate>
              {form.values.mode === "schedule" && time !== undefined ? formatDateTime(time) : title}
            </Text>
            <Textarea
              aria-label={`Caption of “${title}”`}
              placeholder={`Caption of “${title.slice(0, 60)}”`}
              {...form.getInputProps(`captions.${index}`)}
              maxLength={CAPTION_MAX}
              minRows={1}
              maxRows={5}
            />
          </Stack>
        </Group>
      );
    })}
  </Stack>
);

interface Props {
  items: readonly MediaItem[];
  accounts: readonly SocialAccount[];
  close(): void;
}

/** Creates one post per selected video. */
export default function BulkSchedule({ items, accounts, close }: Props) {
  const [, navigate] = useLocation();
  const [result, setResult] = useState<SocialPostBulk>();
  const form = useForm<Values>({
    initialValues: { ...initialValues, captions: items.map(() => "") },
    validate: { accountIds: (ids) => (ids.length === 0 ? "Choose at least one channel." : null) },
  });
  const { values } = form;
  const tiktok = useTikTokSettings(values, accounts, form.setValues);
  const submit = useSubmit(
    form,
    async () => {
      const response = await vireo.social.posts.bulk.create({ posts: toPosts(values, items, tiktok.settings) });
      if (response.failed > 0) return setResult(response);
      notifications.show({ message: `${pluralise(response.created, "post")} created` });
      close();
      navigate("/calendar");
    },
    { stale: ["posts"] },
  );
  return (
    <FormDialog
      title={`Post ${pluralise(items.length, "video")}`}
      action="Create posts"
      submit={tiktok.guard(submit)}
      close={close}
      disabled={result !== undefined}
      size="lg"
    >
      <AccountField
        accounts={accounts}
        value={values.accountIds}
        onChange={(ids) => form.setFieldValue("accountIds", [...ids])}
        error={form.errors.accountIds as string | undefined}
      />
      <Segments
        label="When to post"
        data={modes}
        {...form.getInputProps("mode")}
        value={values.mode}
        onChange={(next) => form.setFieldValue("mode", next as Values["mode"])}
      />
      {values.mode === "schedule" && (
        <>
          <TimeField label="First post" value={values.at} onChange={(at) => form.setFieldValue("at", at)} />
          <Select label="Then" data={intervals} {...form.getInputProps("hours")} allowDeselect={false} />
        </>
      )}
      <Captions form={form} items={items} />
      {tiktok.fields}
      {result && <Failures result={result} items={items} />}
    </FormDialog>
  );
}
