import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { Link } from "wouter";

export interface Toast {
  title?: string | undefined;
  message: ReactNode;
  color?: string | undefined;
  /** Page of what the toast is about. */
  link?: { href: string; label: string } | undefined;
}

/** Shows a toast with a link to what it is about. */
export const notify = ({ title, message, color, link }: Toast): string =>
  notifications.show({
    title,
    color,
    message: (
      <>
        {message}{" "}
        {link && (
          <Anchor component={Link} href={link.href} inherit>
            {link.label}
          </Anchor>
        )}
      </>
    ),
  });
