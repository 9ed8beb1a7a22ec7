import { Checkbox, PasswordInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { CreateSocialReviewRequest } from "vireo/client";
import { vireo } from "../api";
import { useCan } from "../session";
import { Dialog } from "./dialog";
import { useSubmit } from "./form";
import { FormDialog } from "./form-dialog";
import { Secret } from "./secret";

const DAY_MS = 86_400_000;
const lives = ["7", "14", "30", "90"].map((value) => ({ value, label: `${value} days` }));

interface Props {
  title: string;
  /** Posts to decide about, or a report to look at. */
  content: Pick<CreateSocialReviewRequest, "postIds" | "report">;
  close(): void;
}

/** Sends posts or a report to somebody without an account, who looks at them on a page of their own. */
export default function ReviewDialog({ title, content, close }: Props) {
  const canApprove = useCan("social:approve");
  const isReport = content.report !== undefined;
  const form = useForm({
    initialValues: { name: "", email: "", passcode: "", days: "14", canDecide: canApprove && !isReport },
  });
  const send = useSubmit(
    form,
    ({ name, email, passcode, days, canDecide }) =>
      vireo.social.reviews.create({
        ...content,
        reviewers: [{ name, email }],
        canDecide,
        expiresAt: Date.now() + Number(days) * DAY_MS,
        passcode: passcode || undefined,
      }),
    { stale: ["posts"] },
  );
  const [link] = send.data?.links ?? [];
  const { name, email, days } = form.values;
  if (link) {
    return (
      <Dialog onClose={close} title={title}>
        <Stack>
          <Secret
            title={send.data?.isMailed ? `Sent to ${email}. The link, to share in another way` : `Link for ${name}`}
            value={link.url}
            text={`You won't see this link again. It works for ${days} days.`}
          />
          <Text size="sm" c="dimmed">
            {isReport ? "It shows the report as it is now." : "A post that you change later has to be approved again."}{" "}
            Revoke it in the calendar, under Review links.
          </Text>
        </Stack>
      </Dialog>
    );
  }
  return (
    <FormDialog title={title} action="Create link" submit={send} close={close}>
      <TextInput label="Name" maxLength={100} {...form.getInputProps("name")} required data-autofocus />
      <TextInput
        type="email"
        label="Email"
        description="They get the link by email if this server sends email. They need no account."
        maxLength={254}
        {...form.getInputProps("email")}
        required
      />
      <Select label="Link ends after" data={lives} {...form.getInputProps("days")} allowDeselect={false} />
      <PasswordInput
        label="Passcode"
        description="Optional, at least 6 characters. Share it in another way than the link."
        maxLength={64}
        {...form.getInputProps("passcode")}
      />
      {!isReport && (
        <Checkbox
          label="They can approve and ask for changes"
          description="Otherwise they can only comment."
          disabled={!canApprove}
          {...form.getInputProps("canDecide", { type: "checkbox" })}
        />
      )}
    </FormDialog>
  );
}
