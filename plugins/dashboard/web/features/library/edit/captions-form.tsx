import { Anchor, Button, Checkbox, Group, Stack, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { ListOrdered } from "lucide-react";
import { Segments } from "../../../ui/segments";
import { CaptionLines } from "./caption-lines";
import { CaptionLookFields } from "./caption-look";
import { type CaptionsDraft, splitIntoLines } from "./captions";
import type { Playback } from "./use-playback";
import type { Line } from "./words";

type Form = UseFormReturnType<CaptionsDraft>;

interface TextProps {
  form: Form;
  /** The transcript, shown while the draft has no text. */
  spoken: readonly Line[];
  duration: number;
}

function TextSource({ form, spoken, duration }: TextProps) {
  const { text } = form.values;
  const isSpoken = spoken.length > 0;
  return (
    <>
      <Textarea
        aria-label="Transcript"
        placeholder={
          isSpoken ? spoken.map((line) => line.text).join(" ") : "What is said in the video, from start to end"
        }
        description={
          isSpoken
            ? "These words of the video are used. Edit them below or on the timeline, or type others."
            : "Timed to the speech, or spread over the whole video"
        }
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...form.getInputProps("text")}
        maxLength={10_000}
        minRows={4}
        maxRows={10}
      />
      <Group>
        <Button
          size="xs"
          variant="light"
          leftSection={<ListOrdered size={14} />}
          disabled={!(text.trim() || isSpoken) || !duration}
          onClick={() =>
            form.setValues({ source: "timed", cues: isSpoken ? [...spoken] : splitIntoLines(text, duration) })
          }
        >
          {isSpoken ? "Edit words and timing" : "Edit timing"}
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
  /** The draft, filled with the transcript if it has no text. */
  shown: CaptionsDraft;
  playback: Playback;
  canTranscribe: boolean;
}

/** Text and style of captions. */
export function CaptionsForm({ form, shown, playback, canTranscribe }: Props) {
  const { source } = form.values;
  const spoken = source === "text" && shown.source === "timed" ? shown.cues : [];
  const sources = [
    { value: "text", label: "Text" },
    { value: "timed", label: "Timed" },
    { value: "url", label: "URL" },
    ...(canTranscribe || source === "listen" ? [{ value: "listen", label: "Transcribe" }] : []),
  ];
  return (
    <Stack gap="md">
      <Segments label="Source" data={sources} {...form.getInputProps("source")} value={source} />
      {source === "text" && <TextSource form={form} spoken={spoken} duration={playback.duration} />}
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
