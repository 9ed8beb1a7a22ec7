import {
  Anchor,
  Badge,
  Box,
  Button,
  Card,
  Group,
  Image,
  NumberInput,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, LayoutTemplate, Sparkles } from "lucide-react";
import type { GenerateImageRequest, GenerateVideoRequest, Template, TemplateField, TemplateValues } from "vireo/client";
import { Link, useLocation } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { NoCredits } from "../../ui/balance";
import { useModels, usePrices } from "../../ui/catalog";
import { ColorInput } from "../../ui/color-input";
import { DeleteButton } from "../../ui/delete-button";
import { useSubmit } from "../../ui/form";
import { ImageInput } from "../../ui/image-input";
import { type Kind, media } from "../../ui/media";
import { QueryView } from "../../ui/query-view";
import { Segments } from "../../ui/segments";

export type TemplateKind = Exclude<Kind, "music">;

const Back = ({ kind }: { kind: TemplateKind }) => (
  <Anchor component={Link} href={`/create?kind=${kind}`} size="sm">
    <Group gap={6}>
      <ArrowLeft size={14} />
      Describe it instead
    </Group>
  </Anchor>
);

/** Lists the templates of a kind with their pictures, own ones first. */
export function TemplateGallery({ kind }: { kind: TemplateKind }) {
  const query = useQuery({
    queryKey: keys.templates(kind),
    queryFn: () => vireo.templates.list({ kind, pageSize: 100 }),
  });
  return (
    <Stack gap="sm">
      <Back kind={kind} />
      <QueryView query={query} lines={12}>
        {({ templates }) => (
          <SimpleGrid cols={{ base: 2, xs: 3, lg: 4 }} spacing="sm">
            {templates.map(({ templateId, name, description, previewUrl, source }) => (
              <Card
                key={templateId}
                component={Link}
                href={`/create?kind=${kind}&template=${templateId}`}
                withBorder
                padding="xs"
                className="media-card"
              >
                <Card.Section h={180} bg="var(--mantine-color-default-hover)">
                  {previewUrl ? (
                    <Image
                      src={previewUrl.replace(/^https?:\/\/[^/]+/, "")}
                      alt=""
                      h={180}
                      fit="contain"
                      loading="lazy"
                    />
                  ) : (
                    <Group h={180} justify="center" c="dimmed">
                      <LayoutTemplate size={36} />
                    </Group>
                  )}
                </Card.Section>
                <Text size="sm" fw={600} mt="xs">
                  {name}
                </Text>
                <Text size="xs" c="dimmed" lineClamp={2}>
                  {description}
                </Text>
                {source !== "built-in" && (
                  <Box mt={4}>
                    <Badge size="xs" variant="light">
                      {source === "own" ? "Yours" : "Plug-in"}
                    </Badge>
                  </Box>
                )}
              </Card>
            ))}
          </SimpleGrid>
        )}
      </QueryView>
    </Stack>
  );
}

interface Values {
  fields: Record<string, string | number | boolean>;
  aspectRatio: string;
}
type Form = UseFormReturnType<Values>;

/** Empty fields keep nothing of what shows them: null, if they would have their default otherwise. */
function toFields(definitions: readonly TemplateField[], values: Values["fields"]): TemplateValues {
  const all = definitions.map(({ name, required, default: preset }) => {
    const value = values[name];
    const isEmpty = value === "" || value === undefined;
    return [name, isEmpty ? (preset === undefined || required ? undefined : null) : value] as const;
  });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as TemplateValues;
}

/** Input for a field of a template. */
function FieldInput({ field, form }: { field: TemplateField; form: Form }) {
  const { name, type, label = name, required, example, maxLength, options = [] } = field;
  const path = `fields.${name}`;
  const input = { label, required, ...form.getInputProps(path), "data-path": path };
  const placeholder = example === undefined ? undefined : String(example);
  switch (type) {
    case "boolean":
      return <Switch label={label} {...form.getInputProps(path, { type: "checkbox" })} />;
    case "number":
      return <NumberInput {...input} placeholder={placeholder} />;
    case "choice":
      return <Select {...input} data={options} clearable={!required} />;
    case "color":
      return <ColorInput {...input} canBeEmpty withEyeDropper={false} />;
    case "image":
      return (
        <ImageInput
          label={label}
          value={String(form.values.fields[name] ?? "")}
          error={form.errors[path] as string | undefined}
          onChange={(url) => form.setFieldValue(path, url)}
        />
      );
    case "longText":
      return <Textarea {...input} placeholder={placeholder} maxLength={maxLength ?? 5000} minRows={2} maxRows={8} />;
    default:
      return <TextInput {...input} placeholder={placeholder} maxLength={maxLength ?? 1000} />;
  }
}

const ratios: Record<TemplateKind, readonly string[]> = {
  video: ["9:16", "1:1", "16:9"],
  image: ["1:1", "4:5", "9:16", "16:9"],
};

interface Props {
  kind: TemplateKind;
  onStarted(): void;
}

function Fields({ template, kind, onStarted }: Props & { template: Template }) {
  const { templateId, version, fields, body, source, name, description } = template;
  const [, navigate] = useLocation();
  const canWrite = useCan("media:write");
  const prices = usePrices();
  const models = useModels(kind);
  const form = useForm<Values>({
    initialValues: {
      fields: Object.fromEntries(
        fields.map((field) => [field.name, field.default ?? (field.type === "boolean" ? false : "")]),
      ),
      aspectRatio: typeof body.aspectRatio === "string" ? body.aspectRatio : (ratios[kind][0] ?? ""),
    },
  });
  const model = models?.find(({ id, scenes }) => (body.model ? id === body.model : kind === "image" || scenes));
  const start = useSubmit(
    form,
    async (values) => {
      const request = {
        templateId,
        templateVersion: version,
        fields: toFields(fields, values.fields),
        // A format that is a field is not replaced.
        aspectRatio: String(body.aspectRatio ?? "").includes("{{") ? undefined : values.aspectRatio,
      };
      if (kind === "video") await vireo.videos.generate(request as GenerateVideoRequest);
      else await vireo.images.generate(request as GenerateImageRequest);
      onStarted();
    },
    { stale: [media[kind].resource, "credits"] },
  );
  const removal = useAction(
    async () => {
      await vireo.templates.delete(templateId);
      navigate(`/create?kind=${kind}&template=`);
    },
    { stale: ["templates"], done: "Template deleted" },
  );
  return (
    <Paper component="form" noValidate withBorder p="md" onSubmit={start.onSubmit} aria-label={name}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600}>{name}</Text>
          <Anchor component={Link} href={`/create?kind=${kind}&template=`} size="sm" flex="none">
            All templates
          </Anchor>
        </Group>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
        {fields.map((field) => (
          <FieldInput key={field.name} field={field} form={form} />
        ))}
        <Segments
          label="Aspect ratio"
          data={ratios[kind]}
          value={form.values.aspectRatio}
          onChange={(aspectRatio) => form.setFieldValue("aspectRatio", aspectRatio)}
        />
        <Text size="sm" fw={550} mih={22} aria-live="polite">
          {prices.ofModel(model, kind === "video" ? Number(body.duration) || 8 : 1)}
        </Text>
        <NoCredits error={start.error} />
        <Button type="submit" loading={start.isPending} leftSection={<Sparkles size={16} />} fullWidth>
          {`Generate ${media[kind].title.toLowerCase()}`}
        </Button>
        {source === "own" && canWrite && (
          <DeleteButton
            title="Delete this template?"
            text="What was made from it stays in the library."
            run={() => removal.mutateAsync(undefined)}
          />
        )}
      </Stack>
    </Paper>
  );
}

/** Form made from the fields of a template. */
export function TemplateForm({ id, ...props }: Props & { id: string }) {
  const query = useQuery({ queryKey: keys.template(id), queryFn: () => vireo.templates.get(id) });
  return (
    <QueryView query={query} lines={12} list={{ href: `/create?kind=${props.kind}&template=`, title: "Templates" }}>
      {(template) => <Fields key={`${id} ${template.version}`} template={template} {...props} />}
    </QueryView>
  );
}
