import { AspectRatio, Badge, Card, Group as Row, Stack, Text, UnstyledButton } from "@mantine/core";
import { Thumbnail } from "../../ui/thumbnail";
import type { Group } from "./groups";
import { type Entry, getList, getText } from "./resources";
import "../../ui/media.css";

/** A list entry with its first image and text. */
export function EntryCard({ group, entry, open }: { group: Group; entry: Entry; open(): void }) {
  const imageField = group.fields.find(({ kind }) => kind === "images");
  const images = imageField ? getList(entry, imageField.name) : [];
  const text = group.fields
    .filter(({ kind }) => kind === "line" || kind === "text" || kind === "template")
    .map(({ name }) => getText(entry, name))
    .find(Boolean);
  const [first] = images;
  return (
    <Card component="li" withBorder padding={0} className="media-card">
      <UnstyledButton onClick={open} p="md" h="100%">
        <Row wrap="nowrap" align="flex-start">
          {first && (
            <AspectRatio ratio={1} w={64} flex="none">
              <Thumbnail url={first} alt="" radius="sm" />
            </AspectRatio>
          )}
          <Stack gap={4} miw={0} flex={1}>
            <Row gap="xs" wrap="nowrap" justify="space-between">
              <Text fw={600} truncate>
                {entry.name}
              </Text>
              {entry.isCustom === false && (
                <Badge color="gray" flex="none">
                  Built-in
                </Badge>
              )}
            </Row>
            <Text size="sm" c="dimmed" lineClamp={3}>
              {text || "No description"}
            </Text>
            {images.length > 1 && (
              <Text size="xs" c="dimmed">
                {images.length} images
              </Text>
            )}
          </Stack>
        </Row>
      </UnstyledButton>
    </Card>
  );
}
