import {
  Button,
  Group,
  Input,
  RangeSlider,
  SegmentedControl,
  SimpleGrid,
  Slider,
  Stack,
  Text,
  Textarea,
  UnstyledButton,
} from "@mantine/core";
import { ImageInput } from "../../../ui/image-input";
import { anchors, type OverlayDraft } from "./drafts";
import { FontFields } from "./font-fields";
import { OVERLAY_FACE, OVERLAY_SIZE } from "./overlay-layout";

interface Props {
  draft: OverlayDraft;
  change(patch: Partial<OverlayDraft>): void;
  errors: Record<string, string[]>;
  time: number;
  duration: number;
}

const seconds = (value: number) => `${value.toFixed(1)} s`;
const percent = (part: number) => `${Math.round(part * 100)} %`;

function Place({ draft, change }: Pick<Props, "draft" | "change">) {
  const { position } = draft;
  return (
    <Input.Wrapper
      label="Place"
      labelElement="div"
      description={
        typeof position === "object"
          ? `Its centre: ${percent(position.x)} from the left, ${percent(position.y)} from the top.`
          : "Drag it on the video, or choose one of nine places."
      }
    >
      <SimpleGrid cols={3} spacing={4} mt={6} w={132} role="radiogroup" aria-label="Place">
        {anchors.map((anchor) => (
          <UnstyledButton
            key={anchor}
            role="radio"
            aria-checked={position === anchor}
            aria-label={anchor.replace("-", " ")}
            title={anchor.replace("-", " ")}
            className="anchor"
            onClick={() => change({ position: anchor })}
          />
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  );
}

/** What is laid over the video, where and when. */
export function OverlayForm({ draft, change, errors, time, duration }: Props) {
  const until = draft.end || duration;
  const isText = draft.type === "text";
  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        data={[
          { value: "text", label: "Text" },
          { value: "image", label: "Picture" },
        ]}
        value={draft.type}
        onChange={(type) => change({ type: type as OverlayDraft["type"] })}
        aria-label="Kind of overlay"
      />
      {isText ? (
        <Textarea
          label="Text"
          placeholder="20 % off, this weekend"
          value={draft.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
          error={errors.text?.[0]}
          maxLength={1000}
          minRows={2}
          autosize
        />
      ) : (
        <ImageInput
          label="Picture"
          description="A logo, a sticker, a product. PNG keeps what is transparent."
          value={draft.imageUrl}
          error={errors.imageUrl?.[0]}
          onChange={(imageUrl) => change({ imageUrl })}
        />
      )}
      <Group align="flex-start" gap="xl">
        <Place draft={draft} change={change} />
        <Stack gap="md" flex={1} miw={140}>
          <Input.Wrapper label={isText ? "Width, at most" : "Width"} labelElement="div">
            <Slider
              min={0.05}
              max={1}
              step={0.05}
              value={draft.width || (isText ? 0.8 : 0.3)}
              onChange={(width) => change({ width })}
              label={percent}
              thumbLabel="Width"
              mt={6}
            />
          </Input.Wrapper>
          <Input.Wrapper label="Opacity" labelElement="div">
            <Slider
              min={0.1}
              max={1}
              step={0.05}
              value={draft.opacity}
              onChange={(opacity) => change({ opacity })}
              label={percent}
              thumbLabel="Opacity"
              mt={6}
            />
          </Input.Wrapper>
        </Stack>
      </Group>
      <Input.Wrapper label="When" labelElement="div">
        <RangeSlider
          min={0}
          max={duration || 1}
          step={0.1}
          minRange={0.1}
          value={[draft.start, until]}
          onChange={([start, end]) => change({ start, end: end >= duration - 0.05 ? 0 : end })}
          label={seconds}
          thumbFromLabel="From"
          thumbToLabel="Until"
          mt={6}
        />
        <Group justify="space-between" mt={6} gap="xs">
          <Text size="xs" c="dimmed">
            {seconds(draft.start)} to {draft.end ? seconds(draft.end) : "the end"}
          </Text>
          <Group gap={6}>
            <Button
              size="compact-xs"
              variant="light"
              disabled={time >= until}
              onClick={() => change({ start: Math.round(time * 10) / 10 })}
            >
              From here
            </Button>
            <Button
              size="compact-xs"
              variant="light"
              disabled={time <= draft.start + 0.1}
              onClick={() => change({ end: Math.round(time * 10) / 10 })}
            >
              Until here
            </Button>
          </Group>
        </Group>
        {(errors.start ?? errors.end) && <Input.Error>{(errors.start ?? errors.end)?.[0]}</Input.Error>}
      </Input.Wrapper>
      {isText && (
        <FontFields
          draft={draft}
          usual={{ ...OVERLAY_FACE, size: OVERLAY_SIZE, color: "#ffffff", outlineColor: "#000000" }}
          change={change}
          errors={errors}
          colors={[["backgroundColor", "Behind it", "none"]]}
        />
      )}
    </Stack>
  );
}
