import {
  AspectRatio,
  Button,
  Center,
  Image,
  Input,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from "@mantine/core";
import { Film, Replace } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { Empty } from "../../../ui/empty";
import { Failure } from "../../../ui/failure";
import { FileDrop } from "../../../ui/file-drop";
import { Loading } from "../../../ui/loading";
import { useMedia } from "../../../ui/media";
import { Pager } from "../../../ui/pager";
import type { ChosenVideo } from "./values";

type Choose = (video: ChosenVideo) => void;

const PAGE_SIZE = 8;

function FromLibrary({ choose }: { choose: Choose }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useMedia("video", { page, pageSize: PAGE_SIZE, status: "completed" });
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Loading lines={3} />;
  if (data.items.length === 0) {
    return (
      <Empty icon={Film} title="No videos yet" text="Make one, or upload one that you have.">
        <Button component={Link} href="/create?kind=video" variant="light">
          Make a video
        </Button>
      </Empty>
    );
  }
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 3, xs: 4 }} spacing="xs">
        {data.items.map(({ id, title, posterUrl }) => (
          <UnstyledButton key={id} onClick={() => choose({ videoId: id, title })} className="video-choice">
            <AspectRatio ratio={3 / 4} bg="var(--vireo-stage)">
              {posterUrl ? (
                <Image src={posterUrl} alt="" loading="lazy" radius="sm" />
              ) : (
                <Center>
                  <Film size={24} aria-hidden />
                </Center>
              )}
            </AspectRatio>
            <Text size="xs" lineClamp={2} mt={4}>
              {title}
            </Text>
          </UnstyledButton>
        ))}
      </SimpleGrid>
      <Pager pagination={data.pagination} onChange={setPage} />
    </Stack>
  );
}

function ByAddress({ choose }: { choose: Choose }) {
  const [url, setUrl] = useState("");
  const isUrl = /^https?:\/\/\S+$/.test(url.trim());
  const take = () => choose({ videoUrl: url.trim() });
  return (
    <TextInput
      label="Address of the video"
      description="A public address that leads straight to the file."
      placeholder="https://…"
      type="url"
      value={url}
      onChange={(event) => setUrl(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        if (isUrl) take();
      }}
      rightSection={
        <Button size="compact-sm" variant="light" disabled={!isUrl} onClick={take}>
          Use
        </Button>
      }
      rightSectionWidth={64}
    />
  );
}

const ways = [
  { value: "library", label: "Library" },
  { value: "upload", label: "Upload" },
  { value: "url", label: "Address" },
];

interface Props {
  video: ChosenVideo | undefined;
  error: string | undefined;
  onChange(video: ChosenVideo | undefined): void;
}

/** The video of a post: from the library, uploaded now, or by its address. */
export function VideoChoice({ video, error, onChange }: Props) {
  const [way, setWay] = useState("library");
  if (video) {
    return (
      <Input.Wrapper label="Video" labelElement="div" error={error}>
        <Stack gap={6} mt={4} align="flex-start">
          <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
            {video.title || video.videoUrl || video.videoId}
          </Text>
          <Button
            variant="default"
            size="xs"
            leftSection={<Replace size={14} aria-hidden />}
            onClick={() => onChange(undefined)}
          >
            Choose another
          </Button>
        </Stack>
      </Input.Wrapper>
    );
  }
  return (
    <Input.Wrapper label="Video" labelElement="div" required error={error}>
      <Stack gap="sm" mt={4}>
        <SegmentedControl data={ways} value={way} onChange={setWay} aria-label="Where the video comes from" />
        {way === "library" && <FromLibrary choose={onChange} />}
        {way === "upload" && (
          <FileDrop
            label="Upload a video"
            accept="video/mp4,video/quicktime,video/webm"
            onDone={({ url, fileName }) => onChange({ videoUrl: url, title: fileName })}
          />
        )}
        {way === "url" && <ByAddress choose={onChange} />}
      </Stack>
    </Input.Wrapper>
  );
}
