import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ReactNode, useEffect, useState } from "react";
import { fontFamilies } from "vireo/captions/fonts";
import type { BrandKit } from "vireo/client";
import { useLocation } from "wouter";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { toVoiceName, useBrandKit } from "../../ui/brand-kit";
import { ColorsField } from "../../ui/colors-field";
import { ConfirmDialog, toDiscardQuestion } from "../../ui/confirm";
import { toFontOptions, useFonts } from "../../ui/fonts";
import { useSubmit } from "../../ui/form";
import { ImageInput } from "../../ui/image-input";
import { Loading } from "../../ui/loading";
import { Panel } from "../../ui/panel";
import { VoiceField } from "../../ui/voice-field";
import { CaptionLookFields } from "../library/edit/caption-look";
import type { CaptionLook } from "../library/edit/captions";
import { getLook } from "../library/edit/from-kit";
import { omitEmpty } from "../library/edit/omit-empty";
import { useFace } from "../library/edit/use-text-measure";
import { Fonts } from "./fonts";

/**
 * Asks before a page with unsaved changes is left, by a link or by closing the tab. Returns the question to render.
 */
function useLeaveGuard(isDirty: boolean): ReactNode {
  const [, navigate] = useLocation();
  const [target, setTarget] = useState<string>();
  useEffect(() => {
    if (!isDirty) return undefined;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.("a[href]") as HTMLAnchorElement | null;
      const opensHere = link && !link.target && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (!opensHere || link.origin !== location.origin || link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(link.pathname + link.search);
    };
    addEventListener("beforeunload", onUnload);
    // Before the router's own handler.
    document.addEventListener("click", onClick, true);
    return () => {
      removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, [isDirty]);
  if (target === undefined) return null;
  return <ConfirmDialog question={toDiscardQuestion(() => navigate(target))} close={() => setTarget(undefined)} />;
}

interface Props {
  label: string;
  value: string | null;
  error?: string;
  onChange(font: string | null): void;
}

/** Shows an option in its own font. */
function Option({ name, label }: { name: string; label: string }) {
  const { face } = useFace({ family: name, weight: 700 });
  return <Text style={{ fontFamily: face.css, fontWeight: face.weight }}>{label}</Text>;
}

/** Selects an uploaded font or a built-in family. */
const FontSelect = ({ label, value, error, onChange }: Props) => (
  <Select
    label={label}
    placeholder="Automatic"
    data={toFontOptions(useFonts(), fontFamilies, value)}
    renderOption={({ option }) => <Option name={option.value} label={option.label} />}
    value={value}
    error={error}
    onChange={onChange}
    maxDropdownHeight={320}
    clearable
  />
);

interface Values extends CaptionLook {
  heading: string | null;
  text: string | null;
  name: string;
  logoUrl: string;
  colors: string[];
  voice: string;
}

const toValues = (kit: BrandKit): Values => ({
  ...getLook(kit),
  heading: kit.fonts?.heading ?? null,
  text: kit.fonts?.text ?? null,
  name: kit.name ?? "",
  logoUrl: kit.logoUrl ?? "",
  colors: kit.colors ?? [],
  voice: toVoiceName(kit),
});

function toKit({ name, logoUrl, colors, voice, heading, text, ...captions }: Values): BrandKit {
  const [engine = "", ...id] = voice.split(":");
  return {
    ...omitEmpty({ name: name.trim(), logoUrl }),
    colors: colors.length > 0 ? colors : undefined,
    fonts: heading || text ? omitEmpty({ heading, text }) : undefined,
    voice: id.length > 0 ? { engine, id: id.join(":") } : undefined,
    captions: omitEmpty({ ...captions }),
  };
}

function KitForm({ kit }: { kit: BrandKit }) {
  const canWrite = useCan("content:write");
  const form = useForm<Values>({ initialValues: toValues(kit) });
  const save = useSubmit(form, (values) => vireo.brandKit.replace(toKit(values)).then(() => form.resetDirty(values)), {
    stale: ["brandKit", "fonts"],
    done: "Brand kit saved",
  });
  const question = useLeaveGuard(form.isDirty());
  return (
    <form noValidate onSubmit={save.onSubmit}>
      {question}
      <Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: "start" }}>
          <Panel title="Look">
            <TextInput
              label="Brand name"
              placeholder="Night Owl Coffee"
              {...form.getInputProps("name")}
              maxLength={200}
            />
            <ImageInput
              label="Logo"
              description="A transparent PNG works best"
              {...form.getInputProps("logoUrl")}
              value={form.values.logoUrl}
            />
            <ColorsField
              label="Colors"
              description="The background first, then the accent"
              {...form.getInputProps("colors")}
              value={form.values.colors}
              readOnly={!canWrite}
            />
            <SimpleGrid cols={2} spacing="sm">
              <FontSelect label="Heading font" {...form.getInputProps("heading")} value={form.values.heading} />
              <FontSelect label="Text font" {...form.getInputProps("text")} value={form.values.text} />
            </SimpleGrid>
            <Text size="xs" c="dimmed">
              New videos and images of the built-in engines use these, unless the product or the style you choose has
              its own.
            </Text>
          </Panel>
          <Stack gap="md">
            <Fonts canWrite={canWrite} />
            <Panel title="Captions and voice">
              <CaptionLookFields form={form} />
              <VoiceField input={form.getInputProps("voice")} />
              <Text size="xs" c="dimmed">
                The editor starts with these.
              </Text>
            </Panel>
          </Stack>
        </SimpleGrid>
        {canWrite && (
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              Save brand kit
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** Edits the look and voice of the brand. */
export function Kit() {
  const kit = useBrandKit();
  return kit ? <KitForm kit={kit} /> : <Loading lines={8} />;
}
