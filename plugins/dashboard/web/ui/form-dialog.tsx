import { Button, Stack } from "@mantine/core";
import type { FormEventHandler, ReactNode } from "react";
import { NoCredits } from "./balance";
import { Dialog } from "./dialog";

interface Props {
  title: string;
  /** Label of the submit button. */
  action: string;
  /** From `useSubmit`. */
  submit: { onSubmit: FormEventHandler<HTMLFormElement>; isPending: boolean; error?: unknown };
  close(): void;
  disabled?: boolean;
  size?: string;
  children: ReactNode;
}

/** Form in a dialog. */
export const FormDialog = ({ title, action, submit, close, disabled = false, size = "md", children }: Props) => (
  <Dialog onClose={close} title={title} size={size}>
    <form noValidate onSubmit={submit.onSubmit}>
      <Stack>
        {children}
        <NoCredits error={submit.error} />
        <Button type="submit" loading={submit.isPending} disabled={disabled}>
          {action}
        </Button>
      </Stack>
    </form>
  </Dialog>
);
