import { Button, Group, Paper, Text } from "@mantine/core";
import { X } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  count: number;
  /** Shown instead of the number while nothing is selected. */
  hint?: string;
  /** Label of the button that ends the selection. */
  end?: string;
  clear(): void;
  /** Actions for what is selected. */
  children: ReactNode;
}

/** Bar of a selection in a list. */
export const SelectionBar = ({ count, hint, end = "Clear", clear, children }: Props) => (
  <Paper withBorder p="xs" shadow="sm" pos="sticky" top={64} style={{ zIndex: 3 }} role="region" aria-label="Selection">
    <Group gap="sm">
      <Text size="sm" fw={600} aria-live="polite">
        {count === 0 && hint ? hint : `${count} selected`}
      </Text>
      {children}
      <Button size="xs" variant="subtle" color="gray" ml="auto" leftSection={<X size={14} />} onClick={clear}>
        {end}
      </Button>
    </Group>
  </Paper>
);
