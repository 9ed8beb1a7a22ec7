import { ActionIcon, Box, Button, CopyButton as Clipboard, Group, Text } from "@mantine/core";
import { Check, Copy } from "lucide-react";

/** Button that copies a text. */
export const CopyButton = ({ value, label = "Copy" }: { value: string; label?: string }) => (
  <Clipboard value={value}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        size="xs"
        onClick={copy}
        leftSection={copied ? <Check size={14} /> : <Copy size={14} />}
      >
        {copied ? "Copied" : label}
      </Button>
    )}
  </Clipboard>
);

/** A line of text that can be copied. */
export const CopyLine = ({ value, label }: { value: string; label: string }) => (
  <Group wrap="nowrap" gap="xs" align="flex-start">
    <Box flex={1} miw={0} pt={3}>
      <Text size="sm">{value}</Text>
    </Box>
    <Clipboard value={value}>
      {({ copied, copy }) => (
        <ActionIcon onClick={copy} aria-label={copied ? "Copied" : `${label}: ${value}`} title={label}>
          {copied ? <Check size={16} /> : <Copy size={16} />}
        </ActionIcon>
      )}
    </Clipboard>
  </Group>
);
