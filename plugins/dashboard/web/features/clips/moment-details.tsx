import { Badge, Blockquote, Button, Group, Progress, Spoiler, Stack, Text, Tooltip } from "@mantine/core";
import { Play } from "lucide-react";
import { useCan } from "../../session";
import type { MediaItem } from "../../ui/media";
import { Panel } from "../../ui/panel";
import { useStoredTranscript } from "../../ui/transcript";
import { Boundaries } from "./boundaries";
import "./clips.css";
import { MomentActions } from "./moment-actions";
import { formatSpan, type Moment } from "./queries";
import type { PartPlayer } from "./use-part-player";

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

interface WordsProps {
  moment: Moment;
  source: MediaItem | undefined;
  time: number;
}

/** What is said in the moment. Follows the playhead if the times of words are known. */
function Words({ moment: { start, end, transcript = "" }, source, time }: WordsProps) {
  const version = source?.versions.at(-1)?.version ?? 1;
  const { data } = useStoredTranscript(source?.id ?? "", version, source !== undefined && transcript !== "");
  const words = (data ?? [])
    .flatMap((cue) => cue.words ?? [])
    .filter((word) => (word.start + word.end) / 2 >= start && (word.start + word.end) / 2 <= end);
  if (!transcript) return null;
  return (
    <Spoiler maxHeight={170} showLabel="Show full transcript" hideLabel="Show less">
      <p className="clip-words">
        {words.length === 0
          ? transcript
          : words.map((word) => (
              <span key={`${word.start} ${word.word}`}>
                <span data-current={(time >= word.start && time < word.end) || undefined}>{word.word}</span>{" "}
              </span>
            ))}
      </p>
    </Spoiler>
  );
}

interface Props {
  clipsId: string;
  moment: Moment;
  /** The long video. Undefined if it was deleted. */
  source: MediaItem | undefined;
  player: PartPlayer;
}

/** Why a moment was chosen, what is said in it, and what can be done with it. */
export function MomentDetails({ clipsId, moment, source, player }: Props) {
  const canWrite = useCan("media:write");
  const { id, title, hook, reason, score, factors, clip } = moment;
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
      {canWrite && clip?.status === "completed" && source?.duration !== undefined && (
        <Boundaries key={id} clip={clip} duration={source.duration} preview={player.play} />
      )}
      <Factors factors={factors} />
      <Words moment={moment} source={source} time={player.time} />
    </Panel>
  );
}
