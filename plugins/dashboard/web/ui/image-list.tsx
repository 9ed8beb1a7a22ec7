import { ActionIcon, AspectRatio, Box, Group, Input, Paper, SimpleGrid, Stack } from "@mantine/core";
import { ArrowLeft, ArrowRight, X } from "lucide-react";
import { type DragEvent, type HTMLAttributes, useState } from "react";
import { ImageInput } from "./image-input";
import { Thumbnail } from "./thumbnail";

/** Receives an update function, because an upload may finish after other changes. */
export type ChangeList<Item> = (change: (items: readonly Item[]) => Item[]) => void;

interface Props {
  label: string;
  description?: string | undefined;
  value: readonly string[];
  max: number;
  /** Returns the error of an image in the list. */
  getError(index: number): string | undefined;
  error?: string | undefined;
  readOnly?: boolean;
  onChange: ChangeList<string>;
}

const moveItem = <Item,>(onChange: ChangeList<Item>, from: number, to: number) =>
  onChange((items) => items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1)));

/** Reorders the list by dragging. */
export function useDragOrder<Item>(onChange: ChangeList<Item>) {
  const [dragged, setDragged] = useState<number>();
  return (index: number): HTMLAttributes<HTMLElement> => ({
    onDragStart: () => setDragged(index),
    onDragEnd: () => setDragged(undefined),
    onDragOver: (event: DragEvent) => dragged !== undefined && event.preventDefault(),
    onDrop(event: DragEvent) {
      if (dragged === undefined) return;
      event.preventDefault();
      moveItem(onChange, dragged, index);
      setDragged(undefined);
    },
    style: { overflow: "hidden", opacity: dragged === index ? 0.5 : 1 },
  });
}

interface ActionsProps<Item> {
  name: string;
  noun: string;
  index: number;
  count: number;
  onChange: ChangeList<Item>;
}

/** Moves or removes an item of a list. */
export const ItemActions = <Item,>({ name, noun, index, count, onChange }: ActionsProps<Item>) => (
  <Group gap={0} p={2} wrap="nowrap">
    {count > 1 && (
      <>
        <ActionIcon
          disabled={index === 0}
          onClick={() => moveItem(onChange, index, index - 1)}
          aria-label={`${name}: move forward`}
        >
          <ArrowLeft size={16} />
        </ActionIcon>
        <ActionIcon
          disabled={index === count - 1}
          onClick={() => moveItem(onChange, index, index + 1)}
          aria-label={`${name}: move back`}
        >
          <ArrowRight size={16} />
        </ActionIcon>
      </>
    )}
    <ActionIcon
      ml="auto"
      onClick={() => onChange((items) => items.toSpliced(index, 1))}
      aria-label={`${name}: remove ${noun}`}
    >
      <X size={16} />
    </ActionIcon>
  </Group>
);

/** Edits a list of images. They are reordered by dragging or with the arrow buttons. */
export function ImageList({ label, description, value, max, getError, error, readOnly = false, onChange }: Props) {
  const getDragProps = useDragOrder(onChange);
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <Stack gap="sm" mt={6}>
        {value.length > 0 && (
          <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm" component="ol" m={0} p={0} style={{ listStyle: "none" }}>
            {value.map((url, index) => {
              const name = `${label} ${index + 1}`;
              return (
                <Paper component="li" key={url} withBorder draggable={!readOnly} {...getDragProps(index)}>
                  <AspectRatio ratio={1} bg="var(--mantine-color-default-hover)">
                    <Thumbnail url={url} alt={name} fit="cover" />
                  </AspectRatio>
                  {!readOnly && (
                    <ItemActions name={name} noun="image" index={index} count={value.length} onChange={onChange} />
                  )}
                  {getError(index) && (
                    <Box px="xs" pb="xs">
                      <Input.Error>{getError(index)}</Input.Error>
                    </Box>
                  )}
                </Paper>
              );
            })}
          </SimpleGrid>
        )}
        {!readOnly && value.length < max && (
          <ImageInput
            key={value.length}
            label={value.length ? "Add another image" : "Add an image"}
            value=""
            onChange={(url) => onChange((urls) => (urls.includes(url) ? [...urls] : [...urls, url]))}
          />
        )}
      </Stack>
    </Input.Wrapper>
  );
}
