import { Center, Paper, Stack, Text, Title } from "@mantine/core";
import { Film } from "lucide-react";
import type { SocialAccount } from "vireo/client";
import { toLocalUrl, useMediaItem } from "../../../ui/media";
import { VideoPlayer } from "../../../ui/player";
import { QueryView } from "../../../ui/query-view";
import { SocialAccountName } from "../../../ui/social-account-name";
import type { SelectedVideo, Values } from "./values";

interface PlayerProps {
  url: string;
  title: string;
  posterUrl?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** Reports the length of the video. */
  onSeconds(seconds: number): void;
}

const Player = ({ onSeconds, ...video }: PlayerProps) => (
  <VideoPlayer
    {...video}
    maxHeight="44dvh"
    ref={(element) => {
      if (element) element.onloadedmetadata = () => onSeconds(element.duration);
    }}
  />
);

const LibraryVideo = ({ id, onSeconds }: { id: string; onSeconds(seconds: number): void }) => (
  <QueryView query={useMediaItem("video", id)}>
    {(video) =>
      video.url ? (
        <Player {...video} url={video.url} onSeconds={onSeconds} />
      ) : (
        <Text size="sm">This video is not ready yet</Text>
      )
    }
  </QueryView>
);

function PostVideo({ video, onSeconds }: { video: SelectedVideo | undefined; onSeconds(seconds: number): void }) {
  if (video?.videoUrl)
    return <Player url={toLocalUrl(video.videoUrl)} title={video.title ?? "Video"} onSeconds={onSeconds} />;
  if (video?.videoId) return <LibraryVideo id={video.videoId} onSeconds={onSeconds} />;
  return (
    <Center h={180} bg="var(--mantine-color-default-hover)" style={{ borderRadius: "var(--mantine-radius-md)" }}>
      <Stack align="center" gap="xs" c="dimmed">
        <Film size={28} />
        <Text size="sm">No video selected</Text>
      </Stack>
    </Center>
  );
}

interface Props {
  values: Values;
  accounts: readonly SocialAccount[];
  onSeconds(seconds: number): void;
}

export const Preview = ({ values, accounts, onSeconds }: Props) => (
  <Paper withBorder p="md" component="section" aria-label="Preview">
    <Stack gap="sm">
      <Title order={3} size="h5">
        Preview
      </Title>
      <PostVideo video={values.video} onSeconds={onSeconds} />
      {values.title && <Text fw={600}>{values.title}</Text>}
      <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} lineClamp={8}>
        {values.content || "No caption"}
      </Text>
      {accounts
        .filter(({ accountId }) => values.accountIds.includes(accountId))
        .map((account) => (
          <SocialAccountName key={account.accountId} account={account} size={28} />
        ))}
    </Stack>
  </Paper>
);
