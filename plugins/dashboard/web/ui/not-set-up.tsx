import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { Plug } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useCan } from "../session";

interface Props {
  title: string;
  /** The missing plug-in, if known. */
  vendor?: string;
  /** For administrators. */
  children?: ReactNode;
}

/** Shown if a feature needs a vendor. Links administrators to the set-up, and tells others to ask one. */
export function NotSetUp({ title, vendor, children }: Props) {
  const isAdmin = useCan("admin");
  return (
    <Alert color="orange" icon={<Plug />} title={title} role="alert">
      <Stack gap="xs">
        <Text size="sm">
          {isAdmin ? (children ?? "Connect a vendor to use it.") : "Ask an administrator to set it up."}
        </Text>
        {isAdmin && (
          <Group>
            <Button
              component={Link}
              href={`/settings/vendors${vendor ? `?vendor=${vendor}` : ""}`}
              size="xs"
              variant="default"
            >
              Set up
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
