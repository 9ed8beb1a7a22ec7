import { Anchor, Badge, Button, Group, NumberInput, ScrollArea, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ScrapeTiktokRequest, ScrapeTiktokVideo } from "vireo/client";
import { vireo } from "../../api";
import { usePrices } from "../../ui/catalog";
import { Dialog } from "../../ui/dialog";
import { useSubmit } from "../../ui/form";
import { formatCount, pluralise } from "../../ui/numbers";
import { Segments } from "../../ui/segments";

const modes = [
  { value: "keyword", label: "Keyword" },
  { value: "hashtag", label: "Hashtag" },
  { value: "search", label: "App search" },
];

const ResultRow = ({ video }: { video: ScrapeTiktokVideo }) => (
  <Stack gap={2}>
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Anchor href={video.url} target="_blank" rel="noreferrer" size="sm" fw={500} lineClamp={2} c="inherit">
        {video.description || video.url}
      </Anchor>
      {video.sample && (
        <Badge color="yellow.4" c="black" radius="sm" variant="filled" flex="none">
          Sample
        </Badge>
      )}
    </Group>
    <Text size="xs" c="dimmed">
      @{video.author}, {formatCount(video.stats.views)} views, {Math.round(video.duration)} s
    </Text>
  </Stack>
);

interface ResultsProps {
  videos: readonly ScrapeTiktokVideo[];
  source: string;
  isSaved: boolean;
}

const Results = ({ videos, source, isSaved }: ResultsProps) => (
  <Stack gap="sm" component="section" aria-label="Results">
    <Text size="sm" fw={600} role="status">
      {videos.length === 0
        ? "No results. Try other keywords."
        : `${pluralise(videos.length, "video")} from ${source}${isSaved ? ", saved to your library" : ""}`}
    </Text>
    <ScrollArea.Autosize
      mah={320}
      viewportProps={{ tabIndex: 0, role: "group", "aria-label": "Videos" }}
      offsetScrollbars
    >
      <Stack gap="sm">
        {videos.map((video) => (
          <ResultRow key={video.id} video={video} />
        ))}
      </Stack>
    </ScrollArea.Autosize>
  </Stack>
);

interface Values {
  query: string;
  mode: NonNullable<ScrapeTiktokRequest["mode"]>;
  limit: number | string;
  save: boolean;
}

/** Searches TikTok, and saves the results to the library. */
export function FindVideos({ close, onAdded }: { close(): void; onAdded(): void }) {
  const price = usePrices().ofCall("scrape");
  const form = useForm<Values>({ initialValues: { query: "", mode: "keyword", limit: 10, save: true } });
  const find = useSubmit(
    form,
    async (values) => {
      const result = await vireo.scrapeTiktok({ ...values, limit: Number(values.limit) || 10 });
      if (values.save && result.count > 0) onAdded();
      return { ...result, isSaved: values.save };
    },
    { stale: ["viral", "credits"] },
  );
  const { mode } = form.values;
  const isHashtag = mode === "hashtag";
  return (
    <Dialog onClose={close} title="Find videos" size="lg">
      <form noValidate onSubmit={find.onSubmit}>
        <Stack>
          <Segments label="Search by" data={modes} {...form.getInputProps("mode")} value={mode} />
          <TextInput
            label={isHashtag ? "Hashtag" : "Search"}
            placeholder={isHashtag ? "#coldbrew" : "Cold brew at home"}
            {...form.getInputProps("query")}
            maxLength={200}
            required
            data-autofocus
          />
          <Group align="flex-end" justify="space-between">
            <NumberInput
              label="Maximum videos"
              {...form.getInputProps("limit")}
              min={1}
              max={50}
              allowDecimal={false}
              w={140}
            />
            <Switch label="Save to my library" {...form.getInputProps("save", { type: "checkbox" })} mb={8} />
          </Group>
          <Group justify="space-between">
            <Text size="sm" fw={500}>
              {price}
            </Text>
            <Button type="submit" loading={find.isPending}>
              Find videos
            </Button>
          </Group>
          {find.isPending && (
            <Text size="sm" c="dimmed" role="status">
              Searching. This can take up to two minutes.
            </Text>
          )}
          {find.data && !find.isPending && (
            <Results videos={find.data.videos} source={find.data.source} isSaved={find.data.isSaved} />
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
