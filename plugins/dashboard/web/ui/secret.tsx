import { Alert, Code, Group, Stack, Text } from "@mantine/core";
import { CopyButton } from "./copy";

interface Props {
  title: string;
  value: string;
  text?: string;
}

/** Shows a secret that the API returns only once. */
export const Secret = ({ title, value, text = "You won't see this again. Store it in a password manager." }: Props) => (
  <Alert title={title} role="status" styles={{ body: { minWidth: 0 } }}>
    <Stack gap="xs">
      <Text size="sm">{text}</Text>
      <Group align="flex-start">
        <Code block style={{ flex: "1 1 220px", whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {value}
        </Code>
        <CopyButton value={value} />
      </Group>
    </Stack>
  </Alert>
);
