import { ActionIcon, AspectRatio, Box, Group, Image, Input, Paper, SimpleGrid, Stack } from "@mantine/core";
import { ArrowLeft, ArrowRight, X } from "lucide-react";
import { type DragEvent, useState } from "react";
import { ImageInput } from "./image-input";
import { toLocalUrl } from "./media";

interface Props {
  label: string;
  description?: string | undefined;
  value: readonly string[];
  most: number;
  /** By place in the list. */
  errors: Readonly<Record<number, string>>;
  error?: string | undefined;
  readOnly?: boolean;
  /** Told how the list changes, for a file may arrive after it has changed otherwise. */
  onChange(change: (now: readonly string[]) => string[]): void;
}

/** Several pictures: dropped, chosen or named, put in order by dragging or by arrows, taken out. */
export function ImageList({ label, description, value, most, errors, error, readOnly = false, onChange }: Props) {
  const [dragged, setDragged] = useState<number>();
  const move = (from: number, to: number) =>
    onChange((now) => now.toSpliced(from, 1).toSpliced(to, 0, ...now.slice(from, from + 1)));
  const drop = (to: number) => (event: DragEvent) => {
    if (dragged === undefined) return;
    event.preventDefault();
    move(dragged, to);
    setDragged(undefined);
  };
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <Stack gap="sm" mt={6}>
        {value.length > 0 && (
          <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm" component="ol" m={0} p={0} style={{ listStyle: "none" }}>
            {value.map((url, at) => {
              const name = `${label} ${at + 1}`;
              return (
                <Paper
                  component="li"
                  key={url}
                  withBorder
                  draggable={!readOnly}
                  onDragStart={() => setDragged(at)}
                  onDragEnd={() => setDragged(undefined)}
                  onDragOver={(event: DragEvent) => dragged !== undefined && event.preventDefault()}
                  onDrop={drop(at)}
                  style={{
                    overflow: "hidden",
                    cursor: readOnly ? "default" : "grab",
                    opacity: dragged === at ? 0.5 : 1,
                  }}
                >
                  <AspectRatio ratio={1} bg="var(--mantine-color-default-hover)">
                    <Image src={toLocalUrl(url)} alt={name} loading="lazy" fit="cover" draggable={false} />
                  </AspectRatio>
                  {!readOnly && (
                    <Group gap={0} justify="space-between" p={2} wrap="nowrap">
                      <Group gap={0} wrap="nowrap">
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          disabled={at === 0}
                          onClick={() => move(at, at - 1)}
                          aria-label={`${name}: move to the front`}
                        >
                          <ArrowLeft size={16} />
                        </ActionIcon>
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          disabled={at === value.length - 1}
                          onClick={() => move(at, at + 1)}
                          aria-label={`${name}: move back`}
                        >
                          <ArrowRight size={16} />
                        </ActionIcon>
                      </Group>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        onClick={() => onChange((now) => now.toSpliced(at, 1))}
                        aria-label={`${name}: remove`}
                      >
                        <X size={16} />
                      </ActionIcon>
                    </Group>
                  )}
                  {errors[at] && (
                    <Box px="xs" pb="xs">
                      <Input.Error>{errors[at]}</Input.Error>
                    </Box>
                  )}
                </Paper>
              );
            })}
          </SimpleGrid>
        )}
        {!readOnly && value.length < most && (
          <ImageInput
            key={value.length}
            label={value.length ? "Add another" : "Add a picture"}
            value=""
            onChange={(url) => onChange((now) => (now.includes(url) ? [...now] : [...now, url]))}
          />
        )}
      </Stack>
    </Input.Wrapper>
  );
}
