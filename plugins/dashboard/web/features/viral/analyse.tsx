import { Alert, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { ScanEye } from "lucide-react";
import type { Analysis, ViralLibraryVideo } from "vireo/client";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { usePrices } from "../../ui/catalog";
import { FailedJob } from "../../ui/failure";
import { JobProgress } from "../../ui/job-progress";
import { isRunning } from "../../ui/media";
import { isSample } from "./queries";

interface Props {
  video: ViralLibraryVideo;
  /** The account's own analysis, if there is one. */
  own: Analysis | null | undefined;
}

/** Offers to analyze the video itself if only its caption has been analyzed. */
export function Analyse({ video, own }: Props) {
  const canWrite = useCan("research:write");
  const price = usePrices().ofCall("analysis");
  const analyse = useAction(() => vireo.videos.analyze({ videoId: video.id }), { stale: ["analyses", "credits"] });
  if (own && isRunning(own)) {
    return (
      <Paper withBorder p="md">
        <Text size="sm" fw={600} mb="xs">
          Analysing video
        </Text>
        <JobProgress status={own.status} progress={own.progress} title="Analysis" />
      </Paper>
    );
  }
  return (
    <Alert
      color="gray"
      icon={<ScanEye />}
      title={isSample(video) ? "Based on the caption" : "Only the caption is analysed"}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {isSample(video)
            ? "This sample has no video file, so its scenes are made up to fit the caption."
            : "Analyse the video for its hook, shots and sound."}
        </Text>
        {own?.status === "failed" && <FailedJob job={own} />}
        {canWrite && !isSample(video) && (
          <Group gap="sm">
            <Button
              size="xs"
              leftSection={<ScanEye size={16} />}
              loading={analyse.isPending}
              onClick={() => analyse.mutate(undefined)}
            >
              Analyse video
            </Button>
            <Text size="sm">{price}</Text>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
