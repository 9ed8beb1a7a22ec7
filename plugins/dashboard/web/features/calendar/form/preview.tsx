import { Center, Paper, SegmentedControl, Stack, Switch, Text, Title } from "@mantine/core";
import { Film } from "lucide-react";
import { useState } from "react";
import type { SocialAccount } from "vireo/client";
import { toLocalUrl, useMediaItem } from "../../../ui/media";
import { getPlatformName, platforms } from "../../../ui/platform";
import type { Platform } from "../../../ui/posts";
import { QueryView } from "../../../ui/query-view";
import { PhoneFrame } from "./phone-frame";
import { getPlatforms, type SelectedVideo, type Values } from "./values";

interface VideoProps {
  url: string;
  title: string;
  posterUrl?: string | undefined;
  /** Reports the length of the video. */
  onSeconds(seconds: number): void;
}

/** A video without controls, as in the platforms' feeds. A click plays or pauses it. */
const FeedVideo = ({ url, title, posterUrl, onSeconds }: VideoProps) => (
  // biome-ignore lint/a11y/useMediaCaption: captions are part of the picture
  <video
    key={url}
    src={url}
    poster={posterUrl}
    aria-label={`${title}: play or pause`}
    tabIndex={0}
    playsInline
    loop
    preload="metadata"
    onLoadedMetadata={({ currentTarget }) => onSeconds(currentTarget.duration)}
    onClick={({ currentTarget: video }) => void (video.paused ? video.play() : video.pause())}
    onKeyDown={({ key, currentTarget: video }) => {
      if (key === "Enter" || key === " ") void (video.paused ? video.play() : video.pause());
    }}
  />
);

const LibraryVideo = ({ id, onSeconds }: { id: string; onSeconds(seconds: number): void }) => (
  <QueryView query={useMediaItem("video", id)}>
    {(video) =>
      video.url ? (
        <FeedVideo url={video.url} title={video.title} posterUrl={video.posterUrl} onSeconds={onSeconds} />
      ) : (
        <Text size="sm">This video is not ready yet</Text>
      )
    }
  </QueryView>
);

function PostVideo({ video, onSeconds }: { video: SelectedVideo | undefined; onSeconds(seconds: number): void }) {
  if (video?.videoUrl)
    return <FeedVideo url={toLocalUrl(video.videoUrl)} title={video.title ?? "Video"} onSeconds={onSeconds} />;
  if (video?.videoId) return <LibraryVideo id={video.videoId} onSeconds={onSeconds} />;
  return (
    <Center h="100%">
      <Stack align="center" gap="xs">
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

/** Previews the post in the feeds of the selected platforms. */
export function Preview({ values, accounts, onSeconds }: Props) {
  const [choice, setChoice] = useState<Platform>("tiktok");
  const [showsSafeZone, setSafeZone] = useState(false);
  const selected = getPlatforms(values, accounts);
  const options = selected.length > 0 ? selected : (Object.keys(platforms) as Platform[]);
  const platform = options.includes(choice) ? choice : (options[0] ?? "tiktok");
  const onPlatform = accounts.filter((account) => account.platform === platform);
  const account = onPlatform.find(({ accountId }) => values.accountIds.includes(accountId)) ?? onPlatform[0];
  return (
    <Paper withBorder p="md" component="section" aria-label="Preview">
      <Stack gap="sm">
        <Title order={3} size="h5">
          Preview
        </Title>
        <SegmentedControl
          aria-label="Platform"
          size="xs"
          fullWidth
          data={options.map((value) => ({ value, label: getPlatformName(value) }))}
          value={platform}
          onChange={(next) => setChoice(next as Platform)}
        />
        <PhoneFrame
          platform={platform}
          account={account}
          content={values.texts[platform]?.trim() || values.content}
          title={values.title}
          showsSafeZone={showsSafeZone}
        >
          <PostVideo video={values.video} onSeconds={onSeconds} />
        </PhoneFrame>
        <Switch
          size="xs"
          label="Show safe zone"
          checked={showsSafeZone}
          onChange={(event) => setSafeZone(event.currentTarget.checked)}
        />
      </Stack>
    </Paper>
  );
}
