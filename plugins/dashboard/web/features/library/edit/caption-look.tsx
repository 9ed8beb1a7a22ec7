import { Checkbox, Group, Input, NumberInput, Radio, SimpleGrid, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { captionStyles, type StyleName } from "vireo/captions/styles";
import { Segments } from "../../../ui/segments";
import { toLabel } from "../../../ui/status";
import { type CaptionLook, resolveCaptionStyle } from "./captions";
import { FontFields } from "./font-fields";
import { useFace } from "./use-text-measure";

/** Size of the sample's text in pixels. */
const SAMPLE_SIZE = 19;

/** Shows two words in a style. */
function StyleSample({ look, name }: { look: CaptionLook; name: StyleName }) {
  const style = resolveCaptionStyle({ ...look, style: name });
  const { family } = captionStyles[name];
  const { css, weight } = useFace({ family: style.family, weight: style.weight, standIn: family }).face;
  const spoken = style.highlight === "none" ? style.color : style.highlightColor;
  const outline = style.outline * SAMPLE_SIZE;
  return (
    <span
      className="style-sample"
      aria-hidden
      style={{
        fontFamily: css,
        fontWeight: weight,
        fontSize: SAMPLE_SIZE,
        textTransform: style.uppercase ? "uppercase" : "none",
        color: style.color,
        WebkitTextStroke: outline > 0 ? `${outline * 2}px ${style.outlineColor}` : undefined,
      }}
    >
      <span style={style.box > 0 ? { background: style.outlineColor, padding: "2px 6px", borderRadius: 4 } : undefined}>
        <span style={{ color: spoken }}>Your</span> words
      </span>
    </span>
  );
}

interface Props<T extends CaptionLook> {
  form: UseFormReturnType<T>;
}

/** Shows each style with the form's font and colors. */
function StylePicker<T extends CaptionLook>({ form }: Props<T>) {
  const { style } = form.values;
  return (
    <Radio.Group
      label="Style"
      value={style}
      onChange={(next) => form.setValues({ style: next as StyleName } as Partial<T>)}
    >
      <SimpleGrid cols={2} spacing="xs" mt={4}>
        {(Object.keys(captionStyles) as StyleName[]).map((name) => (
          <Radio.Card key={name} value={name} p={6} className="style-card" aria-label={toLabel(name)}>
            <StyleSample look={form.values} name={name} />
            <Text size="xs" ta="center" mt={4} fw={style === name ? 650 : 400}>
              {toLabel(name)}
            </Text>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

/** Style, position, font and colors. Empty fields use the style's defaults. */
export function CaptionLookFields<T extends CaptionLook>({ form }: Props<T>) {
  const { style, position, uppercase } = form.values;
  const defaults = captionStyles[style];
  return (
    <>
      <StylePicker form={form} />
      <Segments
        label="Position"
        data={["top", "center", "bottom"]}
        {...form.getInputProps("position")}
        value={position}
        capitalise
      />
      <FontFields
        form={form}
        defaults={defaults}
        colors={[["highlightColor", "Highlight", defaults.highlight === "none" ? "None" : defaults.highlightColor]]}
      />
      <Group align="flex-end">
        <NumberInput
          label="Words per caption"
          placeholder={String(defaults.maxWords)}
          {...form.getInputProps("maxWordsPerLine")}
          min={1}
          max={10}
          allowDecimal={false}
          flex={1}
        />
        <Input.Wrapper flex={1} mb={8}>
          <Checkbox
            label="All caps"
            {...form.getInputProps("uppercase", { type: "checkbox" })}
            checked={uppercase === "" ? defaults.uppercase : uppercase}
          />
        </Input.Wrapper>
      </Group>
    </>
  );
}
