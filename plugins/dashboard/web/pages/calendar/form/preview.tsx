import { Center, Paper, Stack, Text, Title } from "@mantine/core";
import { Film } from "lucide-react";
import type { SocialAccount } from "vireo/client";
import { SocialAccountName } from "../../../ui/account-name";
import { Failure } from "../../../ui/failure";
import { Loading } from "../../../ui/loading";
import { toLocalUrl, useMediaItem } from "../../../ui/media";
import { VideoPlayer } from "../../../ui/player";
import type { ChosenVideo, Values } from "./values";

interface ShownProps {
  url: string;
  title: string;
  posterUrl?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  onSeconds(seconds: number): void;
}

const Shown = ({ onSeconds, ...video }: ShownProps) => (
  <VideoPlayer
    {...video}
    tallest="44dvh"
    ref={(element) => {
      if (element) element.onloadedmetadata = () => onSeconds(element.duration);
    }}
  />
);

function Generated({ id, onSeconds }: { id: string; onSeconds(seconds: number): void }) {
  const { data, error, refetch } = useMediaItem("video", id);
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Loading lines={4} />;
  if (!data.url) return <Text size="sm">This video is not ready yet.</Text>;
  return <Shown {...data} url={data.url} onSeconds={onSeconds} />;
}

function Chosen({ video, onSeconds }: { video: ChosenVideo | undefined; onSeconds(seconds: number): void }) {
  if (video?.videoUrl)
    return <Shown url={toLocalUrl(video.videoUrl)} title={video.title ?? "The video"} onSeconds={onSeconds} />;
  if (video?.videoId) return <Generated id={video.videoId} onSeconds={onSeconds} />;
  return (
    <Center h={180} bg="var(--vireo-stage)" style={{ borderRadius: "var(--mantine-radius-md)" }}>
      <Stack align="center" gap="xs" c="dimmed">
        <Film size={28} aria-hidden />
        <Text size="sm">The video appears here.</Text>
      </Stack>
    </Center>
  );
}

interface Props {
  values: Values;
  accounts: readonly SocialAccount[];
  onSeconds(seconds: number): void;
}

/** The post as it will be, before it goes out. */
export const Preview = ({ values, accounts, onSeconds }: Props) => (
  <Paper withBorder p="md" component="section" aria-label="Preview">
    <Stack gap="sm">
      <Title order={3} size="h5">
        Preview
      </Title>
      <Chosen video={values.video} onSeconds={onSeconds} />
      {values.title && <Text fw={600}>{values.title}</Text>}
      <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} lineClamp={8}>
        {values.content || "No caption yet."}
      </Text>
      {accounts
        .filter(({ accountId }) => values.accountIds.includes(accountId))
        .map((account) => (
          <SocialAccountName key={account.accountId} account={account} size={28} />
        ))}
    </Stack>
  </Paper>
);
