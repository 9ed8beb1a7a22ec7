import { ActionIcon, Button, Group, Pill, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { Plus, Sparkles, X } from "lucide-react";
import { useState } from "react";
import type { SocialAccount, SocialAccountSlot, SocialAccountSlotList } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Dialog } from "../../ui/dialog";
import { useSubmit } from "../../ui/form";
import { QueryView } from "../../ui/query-view";
import { localZone } from "../../ui/time";
import { formatClock, formatWeekday, type Weekday, weekdays } from "../../ui/weekdays";
import { ZoneSelect } from "../../ui/zone-select";

/** Number of best times that "Use best times" adds. */
const MAX_BEST = 5;

/** Sorts slots by weekday and time. Removes duplicates. */
const sortSlots = (slots: readonly SocialAccountSlot[]): SocialAccountSlot[] =>
  [...new Map(slots.map((slot) => [`${weekdays.indexOf(slot.weekday)} ${slot.time}`, slot]))]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([, slot]) => slot);

/** Adds a time on one weekday, or on all. */
function AddSlot({ add }: { add(slots: SocialAccountSlot[]): void }) {
  const [day, setDay] = useState<string>("all");
  const [time, setTime] = useState("18:00");
  const days = day === "all" ? weekdays : [day as Weekday];
  return (
    <Group gap="xs" align="flex-end">
      <Select
        label="Day"
        w={150}
        data={[
          { value: "all", label: "Every day" },
          ...weekdays.map((value) => ({ value, label: formatWeekday(value) })),
        ]}
        value={day}
        onChange={(next) => next && setDay(next)}
        allowDeselect={false}
      />
      <TextInput
        type="time"
        label="Time"
        w={140}
        value={time}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
      <Button
        variant="light"
        leftSection={<Plus size={16} />}
        disabled={!/^\d\d:\d\d$/.test(time)}
        onClick={() => add(days.map((weekday) => ({ weekday, time })))}
      >
        Add
      </Button>
    </Group>
  );
}

interface WeekProps {
  slots: readonly SocialAccountSlot[];
  remove(slot: SocialAccountSlot): void;
}

const Week = ({ slots, remove }: WeekProps) => (
  <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: "none" }} aria-label="Posting times">
    {weekdays.map((weekday) => {
      const times = slots.filter((slot) => slot.weekday === weekday);
      return (
        <Group key={weekday} component="li" gap="xs" mih={28} wrap="nowrap" align="flex-start">
          <Text size="sm" w={104} flex="none" c={times.length > 0 ? undefined : "dimmed"}>
            {formatWeekday(weekday)}
          </Text>
          <Group gap={6}>
            {times.map((slot) => (
              <Pill key={slot.time} size="md" h="auto" component="span">
                <Group gap={2} wrap="nowrap" component="span">
                  {formatClock(slot.time)}
                  <ActionIcon
                    aria-label={`Remove ${formatWeekday(weekday)}, ${formatClock(slot.time)}`}
                    onClick={() => remove(slot)}
                  >
                    <X size={12} />
                  </ActionIcon>
                </Group>
              </Pill>
            ))}
          </Group>
        </Group>
      );
    })}
  </Stack>
);

interface FormProps {
  account: SocialAccount;
  saved: SocialAccountSlotList;
  close(): void;
}

function SlotsForm({ account: { accountId }, saved, close }: FormProps) {
  const canPost = useCan("social:write");
  const form = useForm({
    // Without slots, the server's zone is only a default.
    initialValues: { slots: sortSlots(saved.slots), timezone: saved.slots.length > 0 ? saved.timezone : localZone },
  });
  const { slots, timezone } = form.values;
  const add = (more: readonly SocialAccountSlot[]) => form.setFieldValue("slots", sortSlots([...slots, ...more]));
  const suggest = useAction(async () => {
    const { times, basis, timezone: zone } = await vireo.social.accounts.bestTimes.get(accountId);
    // The channel's own results are in its zone; common advice holds in any.
    if (basis === "own" && slots.length === 0) form.setFieldValue("timezone", zone);
    const best = times.slice(0, MAX_BEST);
    add(best.map(({ weekday, hour }) => ({ weekday, time: `${String(hour).padStart(2, "0")}:00` })));
  });
  const save = useSubmit(
    form,
    async (values) => {
      await vireo.social.accounts.slots.set(accountId, values);
      close();
    },
    { stale: ["socialAccounts", "posts"], done: "Posting times saved" },
  );
  return (
    <form noValidate onSubmit={save.onSubmit}>
      <Stack>
        <Text size="sm">Posts that you add to the queue take the next free one of these times.</Text>
        <Week
          slots={slots}
          remove={(slot) =>
            form.setFieldValue(
              "slots",
              slots.filter((other) => other !== slot),
            )
          }
        />
        {canPost && (
          <>
            <AddSlot add={add} />
            <Group>
              <Button
                size="xs"
                variant="default"
                leftSection={<Sparkles size={14} />}
                loading={suggest.isPending}
                onClick={() => suggest.mutate(undefined)}
              >
                Add the best times
              </Button>
            </Group>
            <ZoneSelect {...form.getInputProps("timezone")} value={timezone} />
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          </>
        )}
      </Stack>
    </form>
  );
}

/** Edits the weekly times at which a channel's queue posts. */
export function Slots({ account, close }: Omit<FormProps, "saved">) {
  const query = useQuery({
    queryKey: keys.slots(account.accountId),
    queryFn: () => vireo.social.accounts.slots.get(account.accountId),
    // Read again on opening, but never while it is edited.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog onClose={close} title={`Posting times of ${account.displayName ?? account.username}`} size="md">
      <QueryView query={query}>{(saved) => <SlotsForm account={account} saved={saved} close={close} />}</QueryView>
    </Dialog>
  );
}
