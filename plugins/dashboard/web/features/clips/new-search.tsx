import {
  Button,
  Collapse,
  FileInput,
  Grid,
  Group,
  Input,
  NumberInput,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { ChevronDown, FileText, Scissors } from "lucide-react";
import type { BrandKit } from "vireo/client";
import { Link, useLocation, useSearchParams } from "wouter";
import { vireo } from "../../api";
import { useBrandKit } from "../../ui/brand-kit";
import { Breadcrumb } from "../../ui/breadcrumb";
import { useCanTranscribe, usePrices } from "../../ui/catalog";
import { Empty } from "../../ui/empty";
import { useSubmit } from "../../ui/form";
import { Loading } from "../../ui/loading";
import { formatDuration, type MediaItem, useMedia, useMediaItem } from "../../ui/media";
import { MIN_CLIP_SOURCE } from "../../ui/media-actions";
import { Page } from "../../ui/page";
import { VideoPlayer } from "../../ui/player";
import { QueryView } from "../../ui/query-view";
import { Segments } from "../../ui/segments";
import { useStoredTranscript } from "../../ui/transcript";
import {
  aspectRatios,
  contents,
  framings,
  getDefaults,
  listStyles,
  MAX_CLIPS,
  MAX_KEYWORDS,
  type SearchValues,
  toRequest,
  validate,
} from "./search-form";

type Form = UseFormReturnType<SearchValues>;

const LIST = { href: "/clips", title: "Clips" };

/** Selects the long video. */
function VideoSelect({ select }: { select(id: string): void }) {
  const query = useMedia("video", { status: "completed", pageSize: 100 });
  return (
    <QueryView query={query} lines={3}>
      {({ items }) => {
        const long = items.filter(({ duration = 0, source }) => duration >= MIN_CLIP_SOURCE && source !== "clip");
        return long.length === 0 ? (
          <Empty icon={Scissors} title="No long videos yet" text="Upload a video of at least 30 seconds.">
            <Button component={Link} href="/library?kind=uploads" variant="light">
              Upload video
            </Button>
          </Empty>
        ) : (
          <Select
            label="Video"
            description="At least 30 seconds, such as a podcast, a talk or a stream"
            placeholder="Choose a video"
            data={long.map(({ id, title, duration = 0 }) => ({
              value: id,
              label: `${title.slice(0, 80)} (${formatDuration(duration)})`,
            }))}
            onChange={(id) => id && select(id)}
            searchable
            maw={560}
          />
        );
      }}
    </QueryView>
  );
}

/** What is said in the video, for videos without a transcript. */
function SubtitlesField({ form }: { form: Form }) {
  const canTranscribe = useCanTranscribe();
  return (
    <>
      <FileInput
        label="Subtitles"
        description={
          canTranscribe
            ? "SRT or VTT file. Without one, the video is transcribed."
            : "SRT or VTT file. Without one, moments are chosen by sound and motion, and clips have no captions."
        }
        placeholder="Choose a file"
        accept=".srt,.vtt,.sbv,.ass,.ssa,text/vtt,application/x-subrip"
        leftSection={<FileText size={16} />}
        clearButtonProps={{ "aria-label": "Remove subtitles" }}
        clearable
        {...form.getInputProps("subtitles")}
      />
      {canTranscribe && !form.values.subtitles && (
        <TextInput
          label="Language of the speech"
          description="Such as “en” or “pt-BR”"
          placeholder="Detect automatically"
          {...form.getInputProps("language")}
          maxLength={35}
        />
      )}
    </>
  );
}

function LengthFields({ form }: { form: Form }) {
  const limits = { min: 5, max: 180, allowDecimal: false };
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <NumberInput
        label="Clips"
        description="At most"
        {...form.getInputProps("count")}
        min={1}
        max={MAX_CLIPS}
        allowDecimal={false}
        required
        withAsterisk={false}
      />
      <NumberInput
        label="Minimum length"
        description="Seconds"
        {...form.getInputProps("minSeconds")}
        {...limits}
        required
        withAsterisk={false}
      />
      <NumberInput
        label="Maximum length"
        description="Seconds"
        {...form.getInputProps("maxSeconds")}
        {...limits}
        required
        withAsterisk={false}
      />
    </SimpleGrid>
  );
}

function CaptionFields({ form, kit }: { form: Form; kit: BrandKit }) {
  return (
    <Group align="flex-start" gap="sm" justify="space-between">
      <Switch
        label="Captions"
        description="Shows the words as they are spoken"
        {...form.getInputProps("captions", { type: "checkbox" })}
      />
      {form.values.captions && (
        <Select
          aria-label="Caption style"
          data={listStyles(kit)}
          {...form.getInputProps("style")}
          allowDeselect={false}
          w={160}
        />
      )}
    </Group>
  );
}

/** Framing, kind and part of the video. */
function MoreFields({ form }: { form: Form }) {
  return (
    <Stack gap="sm">
      <Select
        label="Framing"
        description="What a clip shows of the picture"
        data={framings}
        {...form.getInputProps("reframe")}
        allowDeselect={false}
      />
      <Select label="Kind of video" data={contents} {...form.getInputProps("content")} allowDeselect={false} />
      <Input.Wrapper
        label="Part to search"
        labelElement="div"
        description="At most 3 hours"
        error={form.errors.range}
        role="group"
        aria-label="Part to search"
      >
        <SimpleGrid cols={2} spacing="sm" mt={4}>
          <TextInput aria-label="From" placeholder="From 0:00" {...form.getInputProps("range.start")} />
          <TextInput aria-label="To" placeholder="To the end" {...form.getInputProps("range.end")} />
        </SimpleGrid>
      </Input.Wrapper>
      <Switch
        label="Render clips right away"
        description="Turn off to choose the moments first"
        {...form.getInputProps("render", { type: "checkbox" })}
      />
    </Stack>
  );
}

function SearchForm({ item, kit }: { item: MediaItem; kit: BrandKit }) {
  const { id, duration = 0, versions } = item;
  const [, navigate] = useLocation();
  const form = useForm<SearchValues>({ initialValues: getDefaults(kit), validate });
  const [isMore, { toggle }] = useDisclosure();
  const transcript = useStoredTranscript(id, versions.at(-1)?.version ?? 1);
  const { count, render } = form.values;
  const clips = render && typeof count === "number" ? count : 0;
  const price = usePrices().ofCalls(["clipSearch", ...Array<string>(clips).fill("clip")]);
  const find = useSubmit(
    form,
    async (values) => {
      const { clipsId } = await vireo.videos.clips.find(id, await toRequest(values, duration));
      navigate(`/clips/${clipsId}`);
    },
    { stale: ["clips", "credits"] },
  );
  // An error in a hidden field would go unnoticed.
  const isMoreShown =
    isMore ||
    Object.keys(form.errors).some((path) => ["range", "content", "reframe"].includes(path.split(".")[0] ?? ""));
  return (
    <form noValidate onSubmit={find.onSubmit}>
      <Stack>
        <LengthFields form={form} />
        <Textarea
          label="What to look for"
          placeholder="Such as: the part about pricing"
          description="Leave empty to find the best moments"
          {...form.getInputProps("prompt")}
          maxLength={500}
          minRows={2}
          maxRows={6}
        />
        <TagsInput
          label="Keywords"
          description="Moments that mention them come first"
          placeholder={form.values.keywords.length === 0 ? "Press Enter after each" : undefined}
          {...form.getInputProps("keywords")}
          maxTags={MAX_KEYWORDS.count}
          maxLength={MAX_KEYWORDS.length}
          acceptValueOnBlur
        />
        <Segments
          label="Aspect ratio"
          data={aspectRatios}
          {...form.getInputProps("aspectRatio")}
          value={form.values.aspectRatio}
        />
        <CaptionFields form={form} kit={kit} />
        {transcript.data === null && <SubtitlesField form={form} />}
        <div>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={toggle}
            aria-expanded={isMoreShown}
            rightSection={<ChevronDown size={14} style={isMoreShown ? { rotate: "180deg" } : {}} />}
          >
            More options
          </Button>
          <Collapse expanded={isMoreShown} mt="sm">
            <MoreFields form={form} />
          </Collapse>
        </div>
        <Group justify="space-between">
          <div>
            <Text size="sm" fw={500}>
              {price}
            </Text>
            <Text size="xs" c="dimmed">
              {render ? "For the search and all clips" : "For the search"}
            </Text>
          </div>
          <Button type="submit" loading={find.isPending} leftSection={<Scissors size={16} />}>
            Find clips
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function SearchOfVideo({ id, change }: { id: string; change(): void }) {
  const query = useMediaItem("video", id);
  const kit = useBrandKit();
  return (
    <QueryView query={query} lines={8}>
      {(item) => (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Paper withBorder p="md">
              <Stack gap="sm">
                {item.url && <VideoPlayer {...item} url={item.url} maxHeight="40dvh" />}
                <Group justify="space-between" wrap="nowrap" gap="sm">
                  <Text size="sm" fw={600} lineClamp={2} style={{ overflowWrap: "anywhere" }}>
                    {item.title}
                    {item.duration !== undefined && (
                      <Text span inherit c="dimmed" fw={400}>
                        , {formatDuration(item.duration)}
                      </Text>
                    )}
                  </Text>
                  <Button variant="default" size="xs" onClick={change} flex="none">
                    Change video
                  </Button>
                </Group>
              </Stack>
            </Paper>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Paper withBorder p="md">
              {kit ? <SearchForm item={item} kit={kit} /> : <Loading lines={8} />}
            </Paper>
          </Grid.Col>
        </Grid>
      )}
    </QueryView>
  );
}

/** Starts a search for clips of a video, which is in the URL. */
export function NewSearch() {
  const [params, setParams] = useSearchParams();
  const id = params.get("video");
  return (
    <Page title="Make clips" text={<Breadcrumb links={[LIST]} current="New search" />}>
      {id ? (
        <SearchOfVideo key={id} id={id} change={() => setParams({})} />
      ) : (
        <VideoSelect select={(video) => setParams({ video })} />
      )}
    </Page>
  );
}
