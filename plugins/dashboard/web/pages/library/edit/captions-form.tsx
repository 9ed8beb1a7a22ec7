import {
  Anchor,
  Button,
  Checkbox,
  Group,
  Input,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { ListOrdered } from "lucide-react";
import { captionStyles, type StyleName } from "vireo/captions/styles";
import type { CaptionsDraft, Source } from "./drafts";
import { FontFields } from "./font-fields";
import { splitSentences } from "./split-sentences";

interface Props {
  draft: CaptionsDraft;
  change(patch: Partial<CaptionsDraft>): void;
  errors: Record<string, string[]>;
  /** Seconds of the video. */
  duration: number;
  /** Whether an engine can hear what is said. */
  hears: boolean;
}

/** What the captions say, and how they look. */
export function CaptionsForm({ draft, change, errors, duration, hears }: Props) {
  const style = captionStyles[draft.style];
  const sources: { value: Source; label: string }[] = [
    { value: "text", label: "Text" },
    { value: "timed", label: "Timed" },
    { value: "url", label: "Address" },
    ...(hears ? [{ value: "listen" as const, label: "Listen" }] : []),
  ];
  const time = () => change({ source: "timed", cues: splitSentences(draft.text, duration) });
  return (
    <Stack gap="md">
      <Input.Wrapper label="Words" labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          data={sources}
          value={draft.source}
          onChange={(source) => change({ source: source as Source })}
          aria-label="Where the words come from"
        />
      </Input.Wrapper>
      {draft.source === "text" && (
        <>
          <Textarea
            aria-label="What is said"
            placeholder="What is said in the video, from beginning to end"
            description="It is spread over the speech, or over the whole length where nobody speaks."
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={draft.text}
            onChange={(event) => change({ text: event.currentTarget.value })}
            error={errors.text?.[0]}
            maxLength={10_000}
            minRows={4}
            maxRows={10}
            autosize
          />
          <Group>
            <Button
              size="xs"
              variant="light"
              leftSection={<ListOrdered size={14} aria-hidden />}
              disabled={!draft.text.trim() || !duration}
              onClick={time}
            >
              Set the times myself
            </Button>
          </Group>
        </>
      )}
      {draft.source === "timed" && (
        <Text size="sm" c="dimmed">
          {draft.cues.length} {draft.cues.length === 1 ? "line" : "lines"}, in the table below the video.
        </Text>
      )}
      {draft.source === "url" && (
        <TextInput
          type="url"
          label="Address of an SRT or VTT file"
          placeholder="https://…/captions.srt"
          description={
            <>
              A file on your disk goes into{" "}
              <Anchor component="button" type="button" size="xs" onClick={() => change({ source: "timed" })}>
                Timed
              </Anchor>
              .
            </>
          }
          value={draft.subtitlesUrl}
          onChange={(event) => change({ subtitlesUrl: event.currentTarget.value })}
          error={errors.subtitlesUrl?.[0]}
        />
      )}
      {draft.source === "listen" && (
        <TextInput
          label="Language"
          placeholder="found by listening"
          description="Such as “en” or “pt-BR”. The words are heard in the video when you apply."
          value={draft.language}
          onChange={(event) => change({ language: event.currentTarget.value })}
          error={errors.language?.[0]}
          maxLength={35}
        />
      )}
      <Input.Wrapper label="Style" labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          data={Object.keys(captionStyles)}
          value={draft.style}
          onChange={(name) => change({ style: name as StyleName })}
          aria-label="Style"
          tt="capitalize"
        />
      </Input.Wrapper>
      <Input.Wrapper label="Position" labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          data={["top", "center", "bottom"]}
          value={draft.position}
          onChange={(position) => change({ position: position as CaptionsDraft["position"] })}
          aria-label="Position"
          tt="capitalize"
        />
      </Input.Wrapper>
      <FontFields
        draft={draft}
        usual={style}
        change={change}
        errors={errors}
        colors={[["highlightColor", "Spoken word", style.highlight === "none" ? "none" : style.highlightColor]]}
      />
      <Group align="flex-end">
        <NumberInput
          label="Words at a time"
          placeholder={String(style.maxWords)}
          value={draft.maxWordsPerLine}
          onChange={(words) => change({ maxWordsPerLine: typeof words === "number" ? words : "" })}
          error={errors.maxWordsPerLine?.[0]}
          min={1}
          max={10}
          allowDecimal={false}
          flex={1}
        />
        <Checkbox
          label="Capitals"
          checked={draft.uppercase === "" ? style.uppercase : draft.uppercase}
          onChange={(event) => change({ uppercase: event.currentTarget.checked })}
          flex={1}
          mb={8}
        />
      </Group>
    </Stack>
  );
}
