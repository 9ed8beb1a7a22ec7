import { Button, Group, Input, SimpleGrid, Stack, Textarea, UnstyledButton } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useBrandKit } from "../../../ui/brand-kit";
import { ImageInput } from "../../../ui/image-input";
import { FormLevel, formatPercent, LevelField } from "../../../ui/level-field";
import { Segments } from "../../../ui/segments";
import { FontFields } from "./font-fields";
import { anchors, type OverlayDraft } from "./overlay";
import { OVERLAY_FACE, OVERLAY_SIZE } from "./overlay-layout";
import { TimeRangeField } from "./time-range";
import type { Playback } from "./use-playback";

interface Props {
  form: UseFormReturnType<OverlayDraft>;
  playback: Playback;
}

const types = [
  { value: "text", label: "Text" },
  { value: "image", label: "Image" },
];

function PositionField({ form }: Pick<Props, "form">) {
  const { position } = form.values;
  return (
    <Input.Wrapper
      label="Position"
      labelElement="div"
      description={
        typeof position === "object"
          ? `${formatPercent(position.x)} from left, ${formatPercent(position.y)} from top`
          : "Or drag it on the video"
      }
    >
      <SimpleGrid cols={3} spacing={4} mt={6} w={132} role="radiogroup" aria-label="Position">
        {anchors.map((anchor) => (
          <UnstyledButton
            key={anchor}
            role="radio"
            aria-checked={position === anchor}
            aria-label={anchor.replace("-", " ")}
            title={anchor.replace("-", " ")}
            className="anchor"
            onClick={() => form.setValues({ position: anchor })}
          />
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  );
}

/** Content, position and time of an overlay. */
export default function OverlayForm({ form, playback }: Props) {
  const { type, imageUrl, width } = form.values;
  const logoUrl = useBrandKit()?.logoUrl;
  const isText = type === "text";
  return (
    <Stack gap="md">
      <Segments label="Type" data={types} {...form.getInputProps("type")} value={type} />
      {isText ? (
        <Textarea
          label="Text"
          placeholder="20% off this weekend"
          {...form.getInputProps("text")}
          maxLength={1000}
          minRows={2}
        />
      ) : (
        <>
          <ImageInput
            label="Image"
            description="A logo, sticker or product. Use PNG for transparency."
            {...form.getInputProps("imageUrl")}
            value={imageUrl}
          />
          {logoUrl && imageUrl !== logoUrl && (
            <Group>
              <Button size="xs" variant="light" onClick={() => form.setValues({ imageUrl: logoUrl })}>
                Use brand logo
              </Button>
            </Group>
          )}
        </>
      )}
      <Group align="flex-start" gap="xl">
        <PositionField form={form} />
        <Stack gap="md" flex={1} miw={140}>
          <LevelField
            label={isText ? "Maximum width" : "Width"}
            min={0.05}
            max={1}
            format={formatPercent}
            {...form.getInputProps("width")}
            value={width || (isText ? 0.8 : 0.3)}
          />
          <FormLevel form={form} name="opacity" label="Opacity" min={0.1} max={1} format={formatPercent} />
        </Stack>
      </Group>
      <TimeRangeField label="Time range" form={form} playback={playback} />
      {isText && (
        <FontFields
          form={form}
          defaults={{ ...OVERLAY_FACE, size: OVERLAY_SIZE, color: "#ffffff", outlineColor: "#000000" }}
          colors={[["backgroundColor", "Background", "None"]]}
        />
      )}
    </Stack>
  );
}
