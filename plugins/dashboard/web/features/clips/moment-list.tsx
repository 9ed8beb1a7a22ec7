import { Box, Button, Center, Checkbox, Group, Paper, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { CalendarPlus, Clapperboard, Scissors } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { useCan } from "../../session";
import { describeFailedJob } from "../../ui/failure";
import { lazyDialog } from "../../ui/lazy-dialog";
import { pluralise } from "../../ui/numbers";
import { useSocialAccounts } from "../../ui/posts";
import { SelectionBar } from "../../ui/selection-bar";
import { useSelection } from "../library/use-selection";
import "./clips.css";
import { MomentActions, useClipPrice, useRenderMoments } from "./moment-actions";
import { formatSpan, type Moment } from "./queries";

const BulkSchedule = lazyDialog(() => import("../library/bulk-schedule"));

interface BarProps {
  clipsId: string;
  selected: readonly Moment[];
  clear(): void;
}

/** Actions for the selected moments. */
function MomentsBar({ clipsId, selected, clear }: BarProps) {
  const canPost = useCan("social:write");
  const [isPosting, setPosting] = useState(false);
  const { data: accounts } = useSocialAccounts(canPost && isPosting);
  const render = useRenderMoments(clipsId);
  const renderable = selected.filter(({ canRender }) => canRender);
  const price = useClipPrice(renderable.length);
  const finished = selected.flatMap(({ clip }) => (clip?.status === "completed" ? clip : []));
  if (selected.length === 0) return null;
  return (
    <SelectionBar count={selected.length} clear={clear}>
      {renderable.length > 0 && (
        <>
          <Button
            size="xs"
            leftSection={<Clapperboard size={14} />}
            loading={render.isPending}
            onClick={() => render.mutate(renderable.map(({ id }) => id))}
          >
            Render {pluralise(renderable.length, "clip")}
          </Button>
          <Text size="xs" c="dimmed">
            {price}
          </Text>
        </>
      )}
      {canPost && finished.length > 0 && (
        <Button size="xs" variant="light" leftSection={<CalendarPlus size={14} />} onClick={() => setPosting(true)}>
          Schedule {pluralise(finished.length, "clip")}
        </Button>
      )}
      {isPosting && accounts && <BulkSchedule items={finished} accounts={accounts} close={() => setPosting(false)} />}
    </SelectionBar>
  );
}

/** The clip, or an icon until there is one. */
function Thumbnail({ moment: { clip, title } }: { moment: Moment }) {
  const box = { w: 48, h: 64, flex: "none", bg: "var(--mantine-color-default-hover)" } as const;
  const url = clip?.status === "completed" ? clip.thumbnailUrl : undefined;
  const image = url ? (
    <img src={url} alt="" loading="lazy" style={{ width: "100%", height: "100%", objectFit: "cover" }} />
  ) : (
    <Scissors size={18} color="var(--mantine-color-dimmed)" aria-hidden />
  );
  const content = <Center h="100%">{image}</Center>;
  const style = { borderRadius: 4, overflow: "hidden" };
  return clip?.status === "completed" ? (
    <Box {...box} component={Link} href={`/library/video/${clip.id}`} aria-label={`Open clip “${title}”`} style={style}>
      {content}
    </Box>
  ) : (
    <Box {...box} style={style}>
      {content}
    </Box>
  );
}

interface RowProps {
  clipsId: string;
  moment: Moment;
  isShown: boolean;
  isSelected: boolean;
  toggle(): void;
  show(): void;
}

function Row({ clipsId, moment, isShown, isSelected, toggle, show }: RowProps) {
  const { title, start, end, score, clip } = moment;
  const canWrite = useCan("media:write");
  return (
    <Paper component="li" withBorder p="sm" className="clip-row" data-shown={isShown || undefined}>
      <Group wrap="nowrap" gap="sm" align="flex-start">
        {canWrite && <Checkbox mt={2} aria-label={`Select “${title}”`} checked={isSelected} onChange={toggle} />}
        <Thumbnail moment={moment} />
        <Group flex={1} miw={0} justify="space-between" gap="xs">
          <Stack gap={2} miw={0} flex="1 1 220px" align="flex-start">
            <UnstyledButton className="clip-row-title" onClick={show} fz="sm">
              {title}
            </UnstyledButton>
            <Text size="xs" c="dimmed">
              {formatSpan(moment)}, {Math.round(end - start)} s, score {score}
            </Text>
            {clip?.status === "failed" && (
              <Text size="xs" c="var(--mantine-color-error)">
                {describeFailedJob(clip)}
              </Text>
            )}
          </Stack>
          <Box flex="0 1 auto" miw={clip?.status === "processing" || clip?.status === "pending" ? 160 : 0}>
            <MomentActions clipsId={clipsId} moment={moment} />
          </Box>
        </Group>
      </Group>
    </Paper>
  );
}

interface Props {
  clipsId: string;
  moments: readonly Moment[];
  /** ID of the moment whose details are shown. */
  shown: string | undefined;
  show(moment: Moment): void;
}

/** Lists all moments, best first, to render and schedule several together. */
export function MomentList({ clipsId, moments, shown, show }: Props) {
  const canWrite = useCan("media:write");
  const { selected, isSelected, toggle, selectAll, clear } = useSelection(moments);
  return (
    <Stack gap="sm" component="section" aria-label="Moments">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {pluralise(moments.length, "moment")}
        </Title>
        {canWrite && selected.length < moments.length && (
          <Button size="xs" variant="default" onClick={selectAll}>
            Select all
          </Button>
        )}
      </Group>
      <MomentsBar clipsId={clipsId} selected={selected} clear={clear} />
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
        {moments.map((moment) => (
          <Row
            key={moment.id}
            clipsId={clipsId}
            moment={moment}
            isShown={moment.id === shown}
            isSelected={isSelected(moment.id)}
            toggle={() => toggle(moment.id)}
            show={() => show(moment)}
          />
        ))}
      </Stack>
    </Stack>
  );
}
