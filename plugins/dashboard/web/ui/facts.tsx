import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** List of names and values. Omits pairs without a value. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <Stack component="dl" gap={6} m={0}>
    {facts.map(
      ([name, value]) =>
        value !== undefined &&
        value !== false && (
          <Group key={name} justify="space-between" wrap="nowrap" gap="md" align="flex-start">
            <Text component="dt" size="sm" c="dimmed" flex="none">
              {name}
            </Text>
            <Text component="dd" size="sm" m={0} ta="right" style={{ overflowWrap: "anywhere" }}>
              {value}
            </Text>
          </Group>
        ),
    )}
  </Stack>
);
