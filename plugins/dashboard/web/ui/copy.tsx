import { ActionIcon, Box, Button, CopyButton, Group, Text, Tooltip } from "@mantine/core";
import { Check, Copy } from "lucide-react";

/** Copies a text; says so when it has. */
export const CopyText = ({ value, label }: { value: string; label: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        size="xs"
        onClick={copy}
        leftSection={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      >
        {copied ? "Copied" : label}
      </Button>
    )}
  </CopyButton>
);

/** A line to take along. */
export const CopyLine = ({ value, label }: { value: string; label: string }) => (
  <Group wrap="nowrap" gap="xs" align="flex-start">
    <Box flex={1} miw={0} pt={3}>
      <Text size="sm">{value}</Text>
    </Box>
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : "Copy"} withArrow>
          <ActionIcon
            variant="subtle"
            color={copied ? "vireo" : "gray"}
            onClick={copy}
            aria-label={copied ? "Copied" : `${label}: ${value}`}
          >
            {copied ? <Check size={16} /> : <Copy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  </Group>
);
