import { AspectRatio, Badge, Card, Image, Group as Row, Stack, Text, UnstyledButton } from "@mantine/core";
import { toLocalUrl } from "../../ui/media";
import type { Group } from "./groups";
import { listOf, type Thing, textOf } from "./resources";
import "../../ui/media.css";

/** One of a group: its first picture, its name, its first words. */
export function ThingCard({ group, thing, open }: { group: Group; thing: Thing; open(): void }) {
  const pictures = group.fields.find(({ kind }) => kind === "pictures");
  const all = pictures ? listOf(thing, pictures.name) : [];
  const words = group.fields
    .filter(({ kind }) => kind !== "pictures" && kind !== "message")
    .map(({ name }) => textOf(thing, name))
    .find(Boolean);
  const [first] = all;
  return (
    <Card component="li" withBorder padding={0} className="media-card">
      <UnstyledButton onClick={open} p="md" h="100%">
        <Row wrap="nowrap" align="flex-start">
          {first && (
            <AspectRatio ratio={1} w={64} flex="none">
              <Image
                src={toLocalUrl(first)}
                alt=""
                loading="lazy"
                radius="sm"
                bg="var(--mantine-color-default-hover)"
              />
            </AspectRatio>
          )}
          <Stack gap={4} miw={0} flex={1}>
            <Row gap="xs" wrap="nowrap" justify="space-between">
              <Text fw={600} truncate>
                {thing.name}
              </Text>
              {thing.isCustom === false && (
                <Badge variant="light" color="gray" tt="none" autoContrast={false} flex="none">
                  built in
                </Badge>
              )}
            </Row>
            <Text size="sm" c="dimmed" lineClamp={3}>
              {words || "No words yet"}
            </Text>
            {all.length > 1 && (
              <Text size="xs" c="dimmed">
                {all.length} pictures
              </Text>
            )}
          </Stack>
        </Row>
      </UnstyledButton>
    </Card>
  );
}
