import { Box, Button, Group, List, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { CalendarPlus, Clapperboard, PencilLine } from "lucide-react";
import type { ReactNode } from "react";
import type { ContentPlanItem, ContentPlanProductionItem } from "vireo/client";
import { Link } from "wouter";
import { useCan } from "../../session";
import { CopyButton } from "../../ui/copy";
import { PlatformName } from "../../ui/platform";
import { buildCaption, getCalendarUrl, getCreateUrl } from "./export";
import { Inspiration } from "./inspiration";
import { ItemProduction } from "./production";

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section">
    <Text component="h4" size="xs" fw={600} c="dimmed" m={0} mb={2}>
      {title}
    </Text>
    {children}
  </Box>
);

const TextPart = ({ title, text }: { title: string; text: string }) => (
  <Part title={title}>
    <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
      {text}
    </Text>
  </Part>
);

const Parts = ({ item }: { item: ContentPlanItem }) => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
    <TextPart title="Script" text={item.script} />
    <Part title="Shots">
      <List type="ordered" size="sm" spacing={4}>
        {item.shots.map((shot) => (
          <List.Item key={shot}>{shot}</List.Item>
        ))}
      </List>
    </Part>
    <TextPart title="Caption" text={buildCaption(item)} />
    <Stack gap="sm">
      <TextPart title="Call to action" text={item.cta} />
      {item.inspiredBy.length > 0 && (
        <Part title="Inspired by">
          <Stack gap={2}>
            {item.inspiredBy.map((id) => (
              <Inspiration key={id} id={id} />
            ))}
          </Stack>
        </Part>
      )}
    </Stack>
  </SimpleGrid>
);

interface Props {
  planId: string;
  item: ContentPlanItem;
  /** Position of the item in the plan. */
  index: number;
  /** Its video and post, once produced. */
  production: ContentPlanProductionItem | undefined;
  edit(): void;
}

/** An item of a plan. */
export function Item({ planId, item, index, production, edit }: Props) {
  const { platform, title, hook, concept } = item;
  const [canEdit, canCreate, canPost] = [useCan("research:write"), useCan("media:write"), useCan("social:write")];
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
          {canEdit && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              leftSection={<PencilLine size={14} />}
              onClick={edit}
              aria-label={`Edit “${title}”`}
              flex="none"
            >
              Edit
            </Button>
          )}
        </Group>
        {production && <ItemProduction production={production} />}
        <Text size="sm">{concept}</Text>
        <Parts item={item} />
        <Group gap="xs">
          {canCreate && !production?.videoId && (
            <Button component={Link} href={getCreateUrl(item)} size="xs" leftSection={<Clapperboard size={14} />}>
              Create video
            </Button>
          )}
          {canPost && !production?.postId && (
            <Button
              component={Link}
              href={getCalendarUrl(planId, index)}
              variant="default"
              size="xs"
              leftSection={<CalendarPlus size={14} />}
            >
              Schedule
            </Button>
          )}
          <CopyButton value={buildCaption(item)} label="Copy caption" />
        </Group>
      </Stack>
    </Paper>
  );
}
