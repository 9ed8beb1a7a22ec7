import { Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { vireo } from "../../api";
import { Dialog } from "../../ui/dialog";
import { useSubmit } from "../../ui/form";
import { Secret } from "../../ui/secret";

const DAY_MS = 86_400_000;
const lives = ["7", "14", "30", "90"].map((value) => ({ value, label: `${value} days` }));

interface Props {
  report: { month: string; timezone: string; group?: string };
  /** Name of the month. */
  name: string;
  close(): void;
}

/** Sends a report to somebody without an account, by a link. */
export default function ShareDialog({ report, name, close }: Props) {
  const form = useForm({ initialValues: { name: "", email: "", days: "14" } });
  const share = useSubmit(
    form,
    ({ name, email, days }) =>
      vireo.social.reviews.create({
        report,
        reviewers: [{ name, email }],
        canDecide: false,
        expiresAt: Date.now() + Number(days) * DAY_MS,
      }),
    { stale: ["posts"] },
  );
  const [link] = share.data?.links ?? [];
  return (
    <Dialog onClose={close} title={`Share the report for ${name}`}>
      {link ? (
        <Secret
          title="You won't see this link again"
          value={link.url}
          text={`${share.data?.isMailed ? "It is also sent by mail. " : ""}Revoke it in the calendar, under Review links.`}
        />
      ) : (
        <form noValidate onSubmit={share.onSubmit}>
          <Stack>
            <Text size="sm">Whoever has the link sees this report as it is now. They need no account.</Text>
            <TextInput label="Name" required {...form.getInputProps("name")} maxLength={100} />
            <TextInput label="Email" type="email" required {...form.getInputProps("email")} maxLength={254} />
            <Select label="Link ends after" data={lives} {...form.getInputProps("days")} allowDeselect={false} />
            <Group justify="flex-end">
              <Button type="submit" loading={share.isPending}>
                Create link
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
