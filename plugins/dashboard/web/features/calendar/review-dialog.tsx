import { Checkbox, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { SocialPost } from "vireo/client";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { Dialog } from "../../ui/dialog";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { pluralise } from "../../ui/numbers";
import { Secret } from "../../ui/secret";

interface Props {
  posts: readonly SocialPost[];
  close(): void;
}

/** Sends posts to somebody without an account, who looks at them on a page of their own. */
export function ReviewDialog({ posts, close }: Props) {
  const canApprove = useCan("social:approve");
  const [sent, setSent] = useState<{ title: string; value: string }>();
  const form = useForm({ initialValues: { name: "", email: "", passcode: "", canDecide: canApprove } });
  const send = useSubmit(
    form,
    async ({ name, email, passcode, canDecide }) => {
      const { links, isMailed } = await vireo.social.reviews.create({
        postIds: posts.map(({ postId }) => postId),
        reviewers: [{ name, email }],
        canDecide,
        ...(passcode ? { passcode } : {}),
      });
      const title = isMailed ? `Sent to ${email}. The link, to share in another way` : `Link for ${name}`;
      setSent({ title, value: links[0]?.url ?? "" });
    },
    { stale: ["posts"] },
  );
  if (sent) {
    return (
      <Dialog onClose={close} title={`Review of ${pluralise(posts.length, "post")}`}>
        <Stack>
          <Secret {...sent} text="You won't see this link again. It works for 14 days." />
          <Text size="sm" c="dimmed">
            A post that you change later has to be approved again.
          </Text>
        </Stack>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={`Send ${pluralise(posts.length, "post")} to a client`}
      action="Create link"
      submit={send}
      close={close}
    >
      <TextInput label="Name" maxLength={100} {...form.getInputProps("name")} required data-autofocus />
      <TextInput
        type="email"
        label="Email"
        description="They get the link by email if this server sends email. They need no account."
        {...form.getInputProps("email")}
        required
      />
      <PasswordInput
        label="Passcode"
        description="Optional, at least 6 characters. Share it in another way than the link."
        maxLength={64}
        {...form.getInputProps("passcode")}
      />
      <Checkbox
        label="They can approve and ask for changes"
        description="Otherwise they can only comment."
        disabled={!canApprove}
        {...form.getInputProps("canDecide", { type: "checkbox" })}
      />
    </FormDialog>
  );
}
