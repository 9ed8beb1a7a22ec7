import { Anchor, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { FormLevel, formatPercent, formatSeconds } from "../../../ui/level-field";
import { toLocalUrl } from "../../../ui/media";
import type { MusicDraft } from "./music";
import { SoundUpload } from "./sound-field";
import { noFile } from "./sound-file";
import { StartField } from "./start-field";
import type { Playback } from "./use-playback";

const NEWEST = { status: "completed", pageSize: 100 } as const;
const MAX_FADE = 5;
/** Value of an uploaded file among the tracks. */
const FILE = "file";

interface Props {
  form: UseFormReturnType<MusicDraft>;
  playback: Playback;
}

/** Reads the newest finished tracks. */
function useTracks() {
  const { data } = useQuery({
    queryKey: keys.usableTracks,
    queryFn: async () => (await vireo.music.list(NEWEST)).tracks,
  });
  return data;
}

function TrackField({ form }: Pick<Props, "form">) {
  const tracks = useTracks();
  const { musicId, uploadId, audioUrl, title } = form.values;
  const chosen = musicId ?? (uploadId || audioUrl ? FILE : null);
  const options = tracks?.map((track) => ({ value: track.musicId, label: track.title || track.prompt })) ?? [];
  const isListed = chosen === null || options.some(({ value }) => value === chosen);
  const choose = (id: string | null) => {
    if (id === FILE) return;
    const track = tracks?.find(({ musicId }) => musicId === id);
    form.setValues({
      ...noFile,
      musicId: track ? id : null,
      url: toLocalUrl(track?.audioUrl) ?? "",
      title: track ? track.title || track.prompt : "",
    });
  };
  return (
    <Select
      label="Track"
      placeholder={tracks?.length === 0 ? "No tracks yet" : "Choose a track"}
      description={
        <>
          From your library, or{" "}
          <Anchor component={Link} href="/create?kind=music" size="xs" underline="always">
            generate one
          </Anchor>
        </>
      }
      data={isListed ? options : [{ value: chosen, label: title || "Your track" }, ...options]}
      value={chosen}
      error={form.errors.musicId}
      onChange={choose}
      searchable
      clearable
    />
  );
}

/** Track, level, start and fades of music. */
export default function MusicForm({ form, playback: { duration } }: Props) {
  return (
    <Stack gap="md">
      <TrackField form={form} />
      <SoundUpload onDone={(sound) => form.setValues({ ...sound, musicId: null })} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <FormLevel form={form} name="volume" label="Music volume" max={1} format={formatPercent} />
        <FormLevel form={form} name="originalVolume" label="Original audio" max={1} format={formatPercent} />
        <FormLevel form={form} name="fadeIn" label="Fade in" max={MAX_FADE} step={0.1} format={formatSeconds} />
        <FormLevel form={form} name="fadeOut" label="Fade out" max={MAX_FADE} step={0.1} format={formatSeconds} />
      </SimpleGrid>
      <StartField form={form} duration={duration} />
      <Text size="xs" c="dimmed">
        A short track repeats. Music is lowered while the video's own sound or a voice-over is heard.
      </Text>
    </Stack>
  );
}
