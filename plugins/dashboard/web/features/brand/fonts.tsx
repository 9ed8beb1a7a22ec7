import { ActionIcon, Box, Button, FileButton, Group, Input, Stack, Text } from "@mantine/core";
import { Trash2, Type as TypeIcon } from "lucide-react";
import type { Font } from "vireo/client";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { describeError } from "../../ui/failure";
import { useFonts } from "../../ui/fonts";
import { Panel } from "../../ui/panel";
import { useFace } from "../library/edit/use-text-measure";

const ACCEPT = ".ttf,.otf,.woff2,font/ttf,font/otf,font/woff2";
const SAMPLE = "Say it like you mean it 123";
const USES: Readonly<Record<Font["usedFor"][number], string>> = {
  heading: "headings",
  text: "text",
  captions: "captions",
};

function upload(file: File) {
  const form = new FormData();
  form.append("file", file);
  return vireo.fonts.create(form);
}

function FontRow({ font, canWrite }: { font: Font; canWrite: boolean }) {
  const { fontId, name, usedFor } = font;
  const { face } = useFace({ family: fontId, weight: font.weight });
  const remove = useAction(() => vireo.fonts.delete(fontId), { stale: ["fonts"], done: "Font deleted" });
  const isUsed = usedFor.length > 0;
  return (
    <Group component="li" wrap="nowrap" gap="sm" justify="space-between">
      <Box miw={0}>
        <Text size="lg" truncate style={{ fontFamily: face.css, fontWeight: face.weight }}>
          {SAMPLE}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {name}
          {isUsed && ` · used for ${usedFor.map((use) => USES[use]).join(", ")}`}
        </Text>
      </Box>
      {canWrite && (
        <Confirm
          title={`Delete ${name}?`}
          text={
            isUsed
              ? "The brand kit uses this font. Choose another one there and save, then delete it."
              : "Finished videos and images keep it."
          }
          verb="Delete"
          run={() => remove.mutateAsync(undefined)}
        >
          {(open) => (
            <ActionIcon aria-label={`Delete font ${name}`} onClick={open}>
              <Trash2 size={16} />
            </ActionIcon>
          )}
        </Confirm>
      )}
    </Group>
  );
}

/** Lists and uploads the workspace's fonts. */
export function Fonts({ canWrite }: { canWrite: boolean }) {
  const fonts = useFonts();
  const add = useAction(upload, { stale: ["fonts"], done: "Font added", handleError: () => true });
  return (
    <Panel
      title="Fonts"
      action={
        canWrite && (
          <FileButton accept={ACCEPT} onChange={(file) => file && add.mutate(file)}>
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                leftSection={<TypeIcon size={14} />}
                loading={add.isPending}
              >
                Upload font
              </Button>
            )}
          </FileButton>
        )
      }
    >
      {add.error && <Input.Error role="alert">{describeError(add.error).detail}</Input.Error>}
      {fonts.length === 0 ? (
        <Text size="sm" c="dimmed">
          Upload the TTF, OTF or WOFF2 files of your brand. Use them for headings, text and captions.
        </Text>
      ) : (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
          {fonts.map((font) => (
            <FontRow key={font.fontId} font={font} canWrite={canWrite} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}
