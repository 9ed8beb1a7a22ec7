import { Button, Group, Text } from "@mantine/core";
import { CalendarPlus, Captions, Clapperboard } from "lucide-react";
import { Link } from "wouter";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { usePrices } from "../../ui/catalog";
import { JobProgress } from "../../ui/job-progress";
import { isRunning } from "../../ui/media";
import { pluralise } from "../../ui/numbers";
import type { Moment } from "./queries";

/** Makes videos of moments. */
export const useRenderMoments = (clipsId: string) =>
  useAction((ids: readonly string[]) => vireo.clips.render(clipsId, { ids: [...ids] }), {
    stale: ["clips", "videos", "credits"],
    done: (ids) => `Rendering ${pluralise(ids.length, "clip")}`,
  });

/** "About 4 credits" */
export const useClipPrice = (count: number): string | undefined =>
  usePrices().ofCalls(Array<string>(count).fill("clip"));

/** Renders a moment. Once it is a clip, edits and schedules it. */
export function MomentActions({ clipsId, moment }: { clipsId: string; moment: Moment }) {
  const { id, clip, canRender, title } = moment;
  const [canCreate, canPost] = [useCan("media:write"), useCan("social:draft")];
  const render = useRenderMoments(clipsId);
  const price = useClipPrice(1);
  if (canRender) {
    return (
      canCreate && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="light"
            leftSection={<Clapperboard size={14} />}
            loading={render.isPending}
            onClick={() => render.mutate([id])}
          >
            Render
          </Button>
          <Text size="xs" c="dimmed">
            {price}
          </Text>
        </Group>
      )
    );
  }
  if (!clip) return null;
  if (isRunning(clip)) return <JobProgress {...clip} title={title} />;
  return (
    <Group gap="xs">
      {canPost && (
        <Button
          component={Link}
          href={`/calendar?video=${clip.id}`}
          size="xs"
          variant="light"
          leftSection={<CalendarPlus size={14} />}
        >
          Schedule
        </Button>
      )}
      {canCreate && (
        <Button
          component={Link}
          href={`/library/video/${clip.id}?edit=captions`}
          size="xs"
          variant="default"
          leftSection={<Captions size={14} />}
        >
          Edit
        </Button>
      )}
    </Group>
  );
}
