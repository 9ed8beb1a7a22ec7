import { Alert, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { ScanEye } from "lucide-react";
import type { Analysis, ViralLibraryVideo } from "vireo/client";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Failure } from "../../ui/failure";
import { JobProgress } from "../../ui/job-progress";
import { isRunning } from "../../ui/media";
import { usePrices } from "../../ui/prices";
import { isSample } from "./queries";

/** Where an analysis rests on the caption alone: says so, and looks into the video itself. */
export function Look({ video, own }: { video: ViralLibraryVideo; own: Analysis | null | undefined }) {
  const may = useCan("research:write");
  const prices = usePrices();
  const look = useAction(() => vireo.videos.analyze({ videoId: video.id }), { changes: ["analyses", "credits"] });
  if (own && isRunning(own)) {
    return (
      <Paper withBorder p="md">
        <Text size="sm" fw={600} mb="xs">
          Looking into the video
        </Text>
        <JobProgress status={own.status} progress={own.progress} title="Analysis" />
      </Paper>
    );
  }
  return (
    <Alert variant="light" color="gray" icon={<ScanEye />} title="Nobody has looked at the picture yet">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {isSample(video)
            ? "This is a sample. It was written for the library, and has no film that one could look into."
            : "Looking into the video itself tells its hook, its shots and its sound, second by second."}
        </Text>
        {own?.status === "failed" && (
          <Failure error={new Error(`${own.failMessage ?? "The last try failed."} Nothing was charged.`)} />
        )}
        {may && !isSample(video) && (
          <Group gap="sm">
            <Button
              size="xs"
              leftSection={<ScanEye size={16} aria-hidden />}
              loading={look.isPending}
              onClick={() => look.mutate(undefined)}
            >
              Analyse the video itself
            </Button>
            <Text size="sm">{prices.ofCall("analysis")}</Text>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
