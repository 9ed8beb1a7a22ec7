import {
  ActionIcon,
  Badge,
  Group,
  Input,
  NumberInput,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import type { VideoScene } from "vireo/client";
import { ImageInput } from "../../ui/image-input";

type Kind = VideoScene["kind"];

/** Labels of scene kinds. */
const kinds: Readonly<Record<Kind, string>> = {
  hook: "Hook",
  point: "Point",
  step: "Step",
  quote: "Quote",
  price: "Price",
  place: "Time and place",
  contact: "Contact",
  rating: "Rating",
  menu: "Menu",
  chart: "Chart",
  comparison: "Comparison",
  media: "Image",
  cta: "Call to action",
};

/** Placeholders of the two texts. */
const hints: Readonly<Partial<Record<Kind, readonly [text: string, detail: string]>>> = {
  media: ["Text over the image (optional)", "Detail (optional)"],
  place: ["Sat 9–5", "12 High Street"],
  contact: ["Heading or first contact", "One contact per line"],
  rating: ["4.8 stars", "From 312 reviews"],
  menu: ["Heading (optional)", "Espresso 2.80, one per line"],
  chart: ["Heading (optional)", "2026: 18, one per line"],
  comparison: ["Heading (optional)", "Before: …\nAfter: …"],
};

/** Fields of a price that is more than one text. */
const priceFields = { was: "Was", now: "Now", per: "Per", from: "From", to: "To" } as const;

interface Props {
  scene: VideoScene;
  number: number;
  isLast: boolean;
  error: string | undefined;
  change(patch: Partial<VideoScene>): void;
  /** Moves the scene by one place. */
  move(by: -1 | 1): void;
  remove(): void;
}

function SceneHeader({ scene, number, isLast, change, move, remove }: Props) {
  const name = `Scene ${number}`;
  return (
    <Group gap="xs">
      <Badge variant="default" radius="sm" flex="none">
        {number}
      </Badge>
      <Select
        aria-label={`${name}: kind`}
        size="xs"
        data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        value={scene.kind}
        onChange={(kind) => kind && change({ kind: kind as Kind, ...(kind === "price" ? {} : { price: undefined }) })}
        allowDeselect={false}
        flex="1 1 120px"
        miw={0}
      />
      {/* A narrated scene lasts as long as its narration. */}
      {scene.narration === undefined && (
        <NumberInput
          aria-label={`${name}: seconds`}
          size="xs"
          placeholder="Auto"
          suffix=" s"
          value={scene.seconds ?? ""}
          onChange={(seconds) => change({ seconds: typeof seconds === "number" && seconds > 0 ? seconds : undefined })}
          min={0.1}
          max={600}
          step={0.5}
          decimalScale={1}
          w={86}
        />
      )}
      <Group gap={0} wrap="nowrap" ml="auto">
        <ActionIcon aria-label={`${name}: move up`} disabled={number === 1} onClick={() => move(-1)}>
          <ArrowUp size={16} />
        </ActionIcon>
        <ActionIcon aria-label={`${name}: move down`} disabled={isLast} onClick={() => move(1)}>
          <ArrowDown size={16} />
        </ActionIcon>
        <ActionIcon aria-label={`${name}: delete`} onClick={remove}>
          <Trash2 size={16} />
        </ActionIcon>
      </Group>
    </Group>
  );
}

/** Former price, range and unit of a price. */
function PriceFields({ scene, number, change }: Pick<Props, "scene" | "number" | "change">) {
  const set = (field: keyof typeof priceFields, value: string) => {
    const { [field]: _, ...rest } = scene.price ?? {};
    const price = value ? { ...rest, [field]: value } : rest;
    change({ price: Object.keys(price).length > 0 ? price : undefined });
  };
  return (
    <SimpleGrid cols={3} spacing={4}>
      {(Object.keys(priceFields) as (keyof typeof priceFields)[]).map((field) => (
        <TextInput
          key={field}
          aria-label={`Scene ${number}: ${priceFields[field].toLowerCase()}`}
          placeholder={priceFields[field]}
          value={scene.price?.[field] ?? ""}
          onChange={(event) => set(field, event.currentTarget.value)}
          maxLength={60}
          size="xs"
        />
      ))}
    </SimpleGrid>
  );
}

/** Texts of a scene: what screen readers call them, and how long they can be. */
const texts = {
  narration: { name: "narration", max: 1000 },
  text: { name: "text", max: 1000 },
  subtext: { name: "detail", max: 3000 },
} as const;

interface TextProps extends Pick<Props, "scene" | "number" | "change"> {
  field: keyof typeof texts;
  placeholder: string;
  size?: "xs" | "sm";
}

const SceneText = ({ scene, number, change, field, placeholder, size = "sm" }: TextProps) => (
  <Textarea
    aria-label={`Scene ${number}: ${texts[field].name}`}
    placeholder={placeholder}
    value={scene[field] ?? ""}
    onChange={(event) => change({ [field]: event.currentTarget.value })}
    maxLength={texts[field].max}
    minRows={1}
    maxRows={6}
    size={size}
  />
);

/** A scene of a storyboard. Its texts are shown word for word. */
export function SceneCard(props: Props) {
  const { scene, number, error, change } = props;
  const name = `Scene ${number}`;
  const showsImage = scene.kind === "media" || scene.mediaUrl !== undefined;
  const isNarrated = scene.narration !== undefined;
  return (
    <Paper component="li" withBorder p="xs" aria-label={name}>
      <Stack gap={6}>
        <SceneHeader {...props} />
        {isNarrated && <SceneText {...props} field="narration" placeholder="What the voice says" />}
        <SceneText
          {...props}
          field="text"
          placeholder={
            isNarrated
              ? "Text to design the scene with (optional)"
              : scene.kind === "price"
                ? scene.price
                  ? "Product (optional)"
                  : "Price, or product if there are fields below"
                : (hints[scene.kind]?.[0] ?? "Main text")
          }
        />
        {scene.kind === "price" && <PriceFields {...props} />}
        <SceneText {...props} field="subtext" size="xs" placeholder={hints[scene.kind]?.[1] ?? "Detail (optional)"} />
        {showsImage && (
          <ImageInput
            label={`${name}: image`}
            value={scene.mediaUrl ?? ""}
            onChange={(mediaUrl) => change({ mediaUrl: mediaUrl || undefined })}
          />
        )}
        {error && <Input.Error>{error}</Input.Error>}
      </Stack>
    </Paper>
  );
}
