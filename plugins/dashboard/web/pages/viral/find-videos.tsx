import {
  Anchor,
  Badge,
  Button,
  Group,
  Modal,
  NumberInput,
  ScrollArea,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { useState } from "react";
import type { ScrapeTiktokRequest, ScrapeTiktokVideo } from "vireo/client";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";
import { fieldErrors } from "../../ui/field-errors";
import { formatCount } from "../../ui/numbers";
import { usePrices } from "../../ui/prices";

const modes = [
  { value: "keyword", label: "Words" },
  { value: "hashtag", label: "Hashtag" },
  { value: "search", label: "As in the app" },
];

interface Props {
  opened: boolean;
  close(): void;
  /** Told when the library has new videos. */
  added(): void;
}

const Found = ({ video }: { video: ScrapeTiktokVideo }) => (
  <Stack gap={2}>
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Anchor href={video.url} target="_blank" rel="noreferrer" size="sm" fw={550} lineClamp={2} c="inherit">
        {video.description || video.url}
      </Anchor>
      {video.sample && (
        <Badge color="yellow.4" c="black" radius="sm" tt="none" autoContrast={false} flex="none">
          Sample
        </Badge>
      )}
    </Group>
    <Text size="xs" c="dimmed">
      @{video.author}, {formatCount(video.stats.views)} views, {Math.round(video.duration)} s
    </Text>
  </Stack>
);

/** Asks a source of videos what there is on the platform. */
export function Find({ opened, close, added }: Props) {
  const [query, setQuery] = useState("");
  const [mode, setMode] = useState("keyword");
  const [limit, setLimit] = useState<number | string>(10);
  const [save, setSave] = useState(true);
  const prices = usePrices();
  const find = useAction(
    async () => {
      const found = await vireo.scrapeTiktok({
        query,
        mode: mode as NonNullable<ScrapeTiktokRequest["mode"]>,
        limit: Number(limit) || 10,
        save,
      });
      if (save && found.count > 0) added();
      return { ...found, saved: save };
    },
    { changes: ["viral", "credits"] },
  );
  const errors = fieldErrors(find.error);
  const { data } = find;
  return (
    <Modal opened={opened} onClose={close} title="Find videos" size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          find.mutate(undefined);
        }}
      >
        <Stack>
          <SegmentedControl data={modes} value={mode} onChange={setMode} aria-label="How to look" fullWidth />
          <TextInput
            label={mode === "hashtag" ? "Hashtag" : "What to look for"}
            placeholder={mode === "hashtag" ? "#coldbrew" : "cold brew at home"}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            error={errors.query?.[0]}
            maxLength={200}
            required
            data-autofocus
          />
          <Group align="flex-end" justify="space-between">
            <NumberInput
              label="Videos at most"
              value={limit}
              onChange={setLimit}
              error={errors.limit?.[0]}
              min={1}
              max={50}
              allowDecimal={false}
              w={140}
            />
            <Switch
              label="Keep them in my library"
              checked={save}
              onChange={(event) => setSave(event.currentTarget.checked)}
              mb={8}
            />
          </Group>
          <Group justify="space-between">
            <Text size="sm" fw={550}>
              {prices.ofCall("scrape")}
            </Text>
            <Button type="submit" loading={find.isPending}>
              Find videos
            </Button>
          </Group>
          {find.isPending && (
            <Text size="sm" c="dimmed" role="status">
              The source is being asked. That takes up to two minutes.
            </Text>
          )}
          {data && !find.isPending && (
            <Stack gap="sm" component="section" aria-label="Found">
              <Text size="sm" fw={600} role="status">
                {data.count === 0
                  ? "Nothing was found. Try other words."
                  : `${data.count} found at ${data.source}${data.saved ? ", all in your library now" : ""}`}
              </Text>
              <ScrollArea.Autosize
                mah={320}
                viewportProps={{ tabIndex: 0, role: "group", "aria-label": "Videos found" }}
                offsetScrollbars
              >
                <Stack gap="sm">
                  {data.videos.map((video) => (
                    <Found key={video.id} video={video} />
                  ))}
                </Stack>
              </ScrollArea.Autosize>
            </Stack>
          )}
        </Stack>
      </form>
    </Modal>
  );
}
