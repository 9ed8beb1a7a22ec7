import { Box, Button, Group, List, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { CalendarPlus, Clapperboard, PencilLine } from "lucide-react";
import type { ReactNode } from "react";
import type { ContentPlanItem } from "vireo/client";
import { Link } from "wouter";
import { useCan } from "../../session";
import { CopyText } from "../../ui/copy";
import { PlatformName } from "../../ui/platform";
import { buildCaption, calendarAddress, createAddress } from "./export";
import { Inspiration } from "./inspiration";

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section">
    <Text component="h4" size="xs" fw={650} c="dimmed" m={0} mb={2}>
      {title}
    </Text>
    {children}
  </Box>
);

interface Props {
  planId: string;
  item: ContentPlanItem;
  /** Its place in the plan. */
  at: number;
  edit(): void;
}

/** One post of a plan, ready to be filmed. */
export function Item({ planId, item, at, edit }: Props) {
  const { platform, title, hook, concept, script, shots, cta, inspiredBy } = item;
  const [mayEdit, mayMake, mayPost] = [useCan("research:write"), useCan("media:write"), useCan("social:write")];
  return (
    <Paper component="article" withBorder p="md" aria-label={title}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Stack gap={2} miw={0}>
            <Group gap="sm">
              <PlatformName platform={platform} size="xs" />
              <Text size="xs" c="dimmed">
                {title}
              </Text>
            </Group>
            <Title order={3} size="h3" lh={1.25}>
              {hook}
            </Title>
          </Stack>
          {mayEdit && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              leftSection={<PencilLine size={14} aria-hidden />}
              onClick={edit}
              aria-label={`Edit “${title}”`}
              flex="none"
            >
              Edit
            </Button>
          )}
        </Group>
        <Text size="sm">{concept}</Text>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <Part title="Script">
            <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
              {script}
            </Text>
          </Part>
          <Part title="Shots">
            <List type="ordered" size="sm" spacing={4}>
              {shots.map((shot) => (
                <List.Item key={shot}>{shot}</List.Item>
              ))}
            </List>
          </Part>
          <Part title="Caption">
            <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
              {buildCaption(item)}
            </Text>
          </Part>
          <Stack gap="sm">
            <Part title="Call to action">
              <Text size="sm">{cta}</Text>
            </Part>
            {inspiredBy.length > 0 && (
              <Part title="Inspired by">
                <Stack gap={2}>
                  {inspiredBy.map((id) => (
                    <Inspiration key={id} id={id} />
                  ))}
                </Stack>
              </Part>
            )}
          </Stack>
        </SimpleGrid>
        <Group gap="xs">
          {mayMake && (
            <Button
              component={Link}
              href={createAddress(item)}
              size="xs"
              leftSection={<Clapperboard size={14} aria-hidden />}
            >
              Create the video
            </Button>
          )}
          {mayPost && (
            <Button
              component={Link}
              href={calendarAddress(planId, at)}
              variant="default"
              size="xs"
              leftSection={<CalendarPlus size={14} aria-hidden />}
            >
              Put in the calendar
            </Button>
          )}
          <CopyText value={buildCaption(item)} label="Copy the caption" />
        </Group>
      </Stack>
    </Paper>
  );
}
