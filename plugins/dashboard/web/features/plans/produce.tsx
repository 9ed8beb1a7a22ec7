import { Group, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { ContentPlan, SocialAccount } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { usePrices } from "../../ui/catalog";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { pluralise } from "../../ui/numbers";
import { formatZone, localZone } from "../../ui/time";
import { toClock } from "../../ui/time-zone";
import { AccountField } from "../calendar/form/account-field";
import { PlanField } from "../calendar/form/plan-field";
import { useTikTokSettings } from "../calendar/form/use-tiktok-settings";
import { emptyTikTok } from "../calendar/form/values";
import { useGate } from "../calendar/use-gate";

const DAY_MS = 86_400_000;
/** The API's default times, by posts per day. */
const usualTimes: Readonly<Record<number, readonly string[]>> = {
  1: ["18:00"],
  2: ["12:00", "18:00"],
  3: ["09:00", "13:00", "18:00"],
  4: ["09:00", "12:00", "15:00", "18:00"],
  5: ["08:00", "11:00", "14:00", "17:00", "20:00"],
};

const getDate = (ms: number) => toClock(ms, localZone).slice(0, 10);

interface Props {
  plan: ContentPlan;
  /** All channels. The first active one of each platform of the plan is selected. */
  accounts: readonly SocialAccount[];
  /** Number of items without a video. */
  left: number;
  close(): void;
}

/** Creates the videos of a plan, and schedules a post for each on its day. */
export function Produce({ plan, accounts, left, close }: Props) {
  const { planId, platforms, postsPerDay } = plan;
  const active = accounts.filter(({ status }) => status === "active");
  const prices = usePrices();
  const gate = useGate();
  const form = useForm({
    initialValues: {
      startDate: getDate(Date.now() + DAY_MS),
      times: [...(usualTimes[postsPerDay] ?? [])],
      accountIds: platforms.flatMap((name) => active.find(({ platform }) => platform === name)?.accountId ?? []),
      mode: "schedule" as "schedule" | "draft",
      ...emptyTikTok,
    },
  });
  const { values } = form;
  const tiktok = useTikTokSettings(values, accounts, form.setValues);
  const submit = useSubmit(
    form,
    async ({ startDate, accountIds, mode, times }) => {
      await vireo.contentPlans.produce(planId, {
        startDate,
        accountIds,
        mode,
        ...tiktok.settings,
        timezone: localZone,
        times: times.length === postsPerDay ? times : undefined,
      });
      close();
    },
    { stale: ["plans", "videos", "credits"], done: `${pluralise(left, "video")} in production` },
  );
  const { startDate, accountIds } = form.getInitialValues();
  // Drafts need nothing that depends on the platform, so the price is known before the form is filled in.
  const { data } = useQuery({
    queryKey: keys.productionPrice(planId),
    queryFn: () =>
      vireo.contentPlans.produce(planId, { startDate, accountIds, timezone: localZone, mode: "draft", dryRun: true }),
    enabled: accountIds.length > 0,
    retry: false,
  });
  const price = data?.credits === undefined ? undefined : prices.ofCredits(data.credits);
  return (
    <FormDialog
      title="Produce this plan"
      action={`Create ${pluralise(left, "video")}`}
      submit={tiktok.guard(submit)}
      close={close}
      size="lg"
    >
      <Text size="sm">
        Each post of the plan becomes a video of its script, and is put on the calendar with its caption. Directions in
        brackets aren't shown, so a video can be shorter than the times of its script.
      </Text>
      <TextInput
        type="date"
        label="First day"
        min={getDate(Date.now())}
        description={`The plan has ${pluralise(plan.days, "day")}. Times are in ${formatZone(localZone)}.`}
        {...form.getInputProps("startDate")}
        required
      />
      {values.times.length > 0 && (
        <Group gap="sm" component="fieldset" m={0} p={0} style={{ border: 0 }}>
          <Text component="legend" size="sm" fw={600} mb={4}>
            {values.times.length === 1 ? "Time of day" : "Times of day"}
          </Text>
          <SimpleGrid cols={{ base: 2, xs: Math.min(5, values.times.length) }} spacing="xs">
            {values.times.map((_, index) => (
              <TextInput
                // biome-ignore lint/suspicious/noArrayIndexKey: the place is the time's identity
                key={index}
                type="time"
                aria-label={`Time ${index + 1}`}
                {...form.getInputProps(`times.${index}`)}
                required
              />
            ))}
          </SimpleGrid>
        </Group>
      )}
      <AccountField
        accounts={accounts.filter(({ platform }) => platforms.some((name) => name === platform))}
        value={values.accountIds}
        onChange={(ids) => form.setFieldValue("accountIds", [...ids])}
        error={form.errors.accountIds as string | undefined}
      />
      <PlanField gate={gate} value={values.mode} onChange={(mode) => form.setFieldValue("mode", mode)} />
      {tiktok.fields}
      <Text size="sm" fw={500} mih={22} aria-live="polite">
        {price && `${price} for ${pluralise(left, "video")}, about ${pluralise(data?.seconds ?? 0, "second")} in all`}
      </Text>
    </FormDialog>
  );
}
