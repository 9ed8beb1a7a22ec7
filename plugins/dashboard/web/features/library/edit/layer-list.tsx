import { ActionIcon, Button, Group, Stack, Text, Title } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { vireo } from "../../../api";
import { useAction } from "../../../ui/action";
import type { StoredLayer } from "./render-layers";
import { layerTypes } from "./tabs";

/** Names a layer by its type and the beginning of its text. */
function nameLayer(layer: StoredLayer): string {
  const { title } = layerTypes[layer.type];
  const text =
    layer.type === "captions" ? layer.text || layer.transcript?.[0]?.text : "text" in layer ? layer.text : undefined;
  return text ? `${title}: “${text.length > 30 ? `${text.slice(0, 29)}…` : text}”` : title;
}

interface Props {
  videoId: string;
  /** The newest version and its layers. */
  newest: number;
  layers: readonly StoredLayer[];
  /** Opens a layer in the form of its type. Undefined if it cannot be changed there. */
  getOpen(layer: StoredLayer): (() => void) | undefined;
}

/** The layers of the newest version, to open and to remove. */
export function LayerList({ videoId, newest, layers, getOpen }: Props) {
  const remove = useAction(
    (removed: StoredLayer) =>
      vireo.videos.addRender(videoId, {
        layers: layers.flatMap(({ id }) => (id === undefined || id === removed.id ? [] : [{ id }])),
        fromVersion: newest,
        baseVersion: newest,
      }),
    { stale: ["videos", "credits"], done: (layer) => `${nameLayer(layer)} removed` },
  );
  if (layers.length === 0) return null;
  return (
    <Stack gap={4} mt="lg" component="section" aria-label="Layers">
      <Title order={2} size="h6">
        Layers
      </Title>
      {layers.map((layer) => {
        const { icon: Icon } = layerTypes[layer.type];
        const name = nameLayer(layer);
        const open = getOpen(layer);
        return (
          <Group key={layer.id} gap="xs" wrap="nowrap">
            <Icon size={16} aria-hidden />
            <Text size="sm" flex={1} truncate>
              {name}
            </Text>
            {open && (
              <Button size="compact-xs" variant="subtle" onClick={open} aria-label={`Edit ${name}`}>
                Edit
              </Button>
            )}
            <ActionIcon
              size="sm"
              aria-label={`Remove ${name}`}
              loading={remove.isPending && remove.variables?.id === layer.id}
              disabled={remove.isPending}
              onClick={() => remove.mutate(layer)}
            >
              <Trash2 size={14} />
            </ActionIcon>
          </Group>
        );
      })}
    </Stack>
  );
}
