import { Anchor, Button, Checkbox, Group, Stack, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { ListOrdered } from "lucide-react";
import { Segments } from "../../../ui/segments";
import { CaptionLines } from "./caption-lines";
import { CaptionLookFields } from "./caption-look";
import type { CaptionsDraft } from "./captions";
import { splitSentences } from "./split-sentences";
import type { Playback } from "./use-playback";

type Form = UseFormReturnType<CaptionsDraft>;

function TextSource({ form, duration }: { form: Form; duration: number }) {
  const { text } = form.values;
  return (
    <>
      <Textarea
        aria-label="Transcript"
        placeholder="What is said in the video, from start to end"
        description="Timed to the speech, or spread over the whole video"
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...form.getInputProps("text")}
        maxLength={10_000}
        minRows={4}
        maxRows={10}
        autosize
      />
      <Group>
        <Button
          size="xs"
          variant="light"
          leftSection={<ListOrdered size={14} />}
          disabled={!text.trim() || !duration}
          onClick={() => form.setValues({ source: "timed", cues: splitSentences(text, duration) })}
        >
          Edit timing
        </Button>
      </Group>
    </>
  );
}

const UrlSource = ({ form }: { form: Form }) => (
  <TextInput
    type="url"
    label="URL of an SRT or VTT file"
    placeholder="https://example.com/captions.srt"
    description={
      <>
        To open a file from your computer, use{" "}
        <Anchor component="button" type="button" size="xs" onClick={() => form.setValues({ source: "timed" })}>
          Timed
        </Anchor>
        .
      </>
    }
    {...form.getInputProps("subtitlesUrl")}
  />
);

interface Props {
  form: Form;
  playback: Playback;
  canTranscribe: boolean;
}

/** Text and style of captions. */
export function CaptionsForm({ form, playback, canTranscribe }: Props) {
  const { source } = form.values;
  const sources = [
    { value: "text", label: "Text" },
    { value: "timed", label: "Timed" },
    { value: "url", label: "URL" },
    ...(canTranscribe ? [{ value: "listen", label: "Transcribe" }] : []),
  ];
  return (
    <Stack gap="md">
      <Segments label="Source" data={sources} {...form.getInputProps("source")} value={source} />
      {source === "text" && <TextSource form={form} duration={playback.duration} />}
      {source === "timed" && <CaptionLines form={form} playback={playback} />}
      {source === "url" && <UrlSource form={form} />}
      {source === "listen" && (
        <TextInput
          label="Language"
          placeholder="Detect automatically"
          description="Such as “en” or “pt-BR”. The video is transcribed when you apply."
          {...form.getInputProps("language")}
          maxLength={35}
        />
      )}
      <CaptionLookFields form={form} />
      <Checkbox
        label="Keep off text in the video"
        description="Moves captions that would cover it"
        {...form.getInputProps("avoidText", { type: "checkbox" })}
      />
    </Stack>
  );
}
