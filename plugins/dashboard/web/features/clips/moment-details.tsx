import { Badge, Blockquote, Button, Group, Progress, Stack, Text, Tooltip } from "@mantine/core";
import { Play } from "lucide-react";
import type { Interval } from "vireo/captions/align";
import type { ClipSearch } from "vireo/client";
import { useCan } from "../../session";
import type { MediaItem } from "../../ui/media";
import { Panel } from "../../ui/panel";
import { Boundaries } from "./boundaries";
import "./clips.css";
import { MomentActions } from "./moment-actions";
import { formatSpan, type Moment } from "./queries";
import type { Word } from "./spans";
import type { PartPlayer } from "./use-part-player";
import { Words } from "./words";

/** Names of the factors, in the order that they are shown. */
const factorNames = {
  hook: "Opening",
  complete: "Completeness",
  clarity: "Clarity",
  density: "Pace",
  energy: "Energy",
} as const;

const Factors = ({ factors }: Pick<Moment, "factors">) => (
  <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: "none" }} aria-label="Factors">
    {(Object.keys(factorNames) as (keyof typeof factorNames)[]).map((name) => {
      const percent = Math.round(factors[name] * 100);
      return (
        <Group key={name} component="li" gap="sm" wrap="nowrap">
          <Text size="xs" c="dimmed" w={96} flex="none">
            {factorNames[name]}
          </Text>
          <Progress value={percent} size="sm" flex={1} aria-hidden />
          <Text size="xs" w={36} ta="right" flex="none">
            {percent}%
          </Text>
        </Group>
      );
    })}
  </Stack>
);

interface Props {
  search: Pick<ClipSearch, "clipsId">;
  moment: Moment;
  moments: readonly Moment[];
  /** Of the long video. */
  words: readonly Word[];
  /** The start and the end of the clip as they are moved. */
  draft: Interval | undefined;
  setDraft(span: Interval | undefined): void;
  /** The long video. Undefined if it was deleted. */
  source: MediaItem | undefined;
  player: PartPlayer;
}

/** Why a moment was chosen, what is said in it, and what can be done with it. */
export function MomentDetails({ search: { clipsId }, moment, source, player, ...edit }: Props) {
  const canWrite = useCan("media:write");
  const { words } = edit;
  const { title, hook, reason, score, factors, clip } = moment;
  return (
    <Panel
      title={title}
      action={
        <Tooltip label="Compared to the other moments of this video" withArrow>
          <Badge size="lg">Score {score}</Badge>
        </Tooltip>
      }
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {formatSpan(moment)}
        </Text>
        {source && (
          <Button size="xs" variant="default" leftSection={<Play size={14} />} onClick={() => player.play(moment)}>
            Play moment
          </Button>
        )}
      </Group>
      {hook && (
        <Blockquote p="sm" my={0} color="vireo">
          <Text fw={600} size="sm">
            {hook}
          </Text>
        </Blockquote>
      )}
      <Text size="sm">{reason}</Text>
      <MomentActions clipsId={clipsId} moment={moment} />
      <Factors factors={factors} />
      {canWrite && clip?.status === "completed" && source?.duration !== undefined ? (
        <Boundaries clip={clip} moment={moment} duration={source.duration} player={player} {...edit} />
      ) : (
        <Words words={words} text={moment.transcript} span={moment} time={player.time} />
      )}
    </Panel>
  );
}
