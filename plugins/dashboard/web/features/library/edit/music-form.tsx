import { Anchor, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { formatPercent, formatSeconds, LevelField } from "../../../ui/level-field";
import { toLocalUrl } from "../../../ui/media";
import type { MusicDraft } from "./music";
import type { Playback } from "./use-playback";

const NEWEST = { status: "completed", pageSize: 100 } as const;
const MOST_FADE = 5;

interface Props {
  form: UseFormReturnType<MusicDraft>;
  playback: Playback;
}

/** The newest tracks of the account that can be used. */
function useTracks() {
  const { data } = useQuery({
    queryKey: keys.usableTracks,
    queryFn: async () => (await vireo.music.list(NEWEST)).tracks,
  });
  return data;
}

function TrackField({ form }: Pick<Props, "form">) {
  const tracks = useTracks();
  const { musicId, title } = form.values;
  const options = tracks?.map((track) => ({ value: track.musicId, label: track.title || track.prompt })) ?? [];
  const isListed = musicId === null || options.some(({ value }) => value === musicId);
  const choose = (id: string | null) => {
    const track = tracks?.find((one) => one.musicId === id);
    form.setValues({
      musicId: track ? id : null,
      url: toLocalUrl(track?.audioUrl) ?? "",
      title: track ? track.title || track.prompt : "",
      length: track?.duration ?? 0,
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
      data={isListed ? options : [{ value: musicId, label: title }, ...options]}
      value={musicId}
      error={form.errors.musicId}
      onChange={choose}
      searchable
      clearable
    />
  );
}

/** Track, level, start and fades of music. */
export function MusicForm({ form, playback: { duration } }: Props) {
  const { values } = form;
  return (
    <Stack gap="md">
      <TrackField form={form} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <LevelField
          label="Music volume"
          max={1}
          format={formatPercent}
          {...form.getInputProps("volume")}
          value={values.volume}
        />
        <LevelField
          label="Original audio"
          max={1}
          format={formatPercent}
          {...form.getInputProps("originalVolume")}
          value={values.originalVolume}
        />
        <LevelField
          label="Fade in"
          max={MOST_FADE}
          step={0.1}
          format={formatSeconds}
          {...form.getInputProps("fadeIn")}
          value={values.fadeIn}
        />
        <LevelField
          label="Fade out"
          max={MOST_FADE}
          step={0.1}
          format={formatSeconds}
          {...form.getInputProps("fadeOut")}
          value={values.fadeOut}
        />
      </SimpleGrid>
      <LevelField
        label="Start at"
        max={Math.max(0.1, Math.floor(duration * 10) / 10 - 0.1)}
        step={0.1}
        format={formatSeconds}
        {...form.getInputProps("start")}
        value={values.start}
      />
      <Text size="xs" c="dimmed">
        The exported video lowers music while its own sound or a voice-over is heard.
      </Text>
    </Stack>
  );
}
