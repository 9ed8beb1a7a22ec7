import { Alert, Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { Check, Copy } from "lucide-react";

/** A secret that the server shows this once. */
export const Secret = ({ title, value }: { title: string; value: string }) => (
  <Alert variant="light" title={title} role="status" styles={{ body: { minWidth: 0 } }}>
    <Stack gap="xs">
      <Text size="sm">It is shown this once. Keep it where secrets are kept.</Text>
      <Group align="flex-start">
        <Code block style={{ flex: "1 1 220px", whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {value}
        </Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} leftSection={copied ? <Check size={16} /> : <Copy size={16} />}>
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  </Alert>
);
