import { Alert, Anchor, Button, Group, PasswordInput, Stack, Switch, Text, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { CircleAlert, CircleCheck, RefreshCw } from "lucide-react";
import type { SettingsModule, SettingsModuleSetting } from "vireo/client";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { Dialog } from "../../ui/dialog";
import { getFieldErrors, useSubmit } from "../../ui/form";
import { formatRelative } from "../../ui/time";

type Update = Awaited<ReturnType<typeof vireo.settings.update>>;
type Values = Record<string, string | boolean>;

/** "apiKey" → "API key", "clientId" → "Client ID" */
const toLabel = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  const cased = words.replace(/\bapi\b/g, "API").replace(/\bid\b/g, "ID");
  return cased.charAt(0).toUpperCase() + cased.slice(1);
};

const isFixed = ({ source }: SettingsModuleSetting) => source === "environment" || source === "file";

/** Describes where a value comes from: who set it and when, or the setting that takes precedence. */
function describeOrigin({ source, variable, stored, description }: SettingsModuleSetting) {
  if (source === "environment") return `${variable} sets this on the server, which takes precedence.`;
  if (source === "file") return "vireo.config.ts sets this on the server, which takes precedence.";
  if (!stored) return description;
  const { hint, setBy, setAt } = stored;
  return `${hint ? `Ends in ${hint}. ` : ""}Set ${setBy.name ? `by ${setBy.name} ` : ""}${formatRelative(setAt)}.`;
}

function Field({ setting, form }: { setting: SettingsModuleSetting; form: UseFormReturnType<Values> }) {
  const { name, type, secret, stored } = setting;
  const label = toLabel(name);
  const common = { label, description: describeOrigin(setting), disabled: isFixed(setting) };
  if (type === "boolean") return <Switch {...common} {...form.getInputProps(name, { type: "checkbox" })} />;
  const text = {
    ...common,
    ...form.getInputProps(name),
    maxLength: 2000,
    autoComplete: "off",
    placeholder: stored && !isFixed(setting) ? "Unchanged" : "",
  };
  return secret ? (
    <PasswordInput {...text} autoComplete="new-password" visibilityToggleButtonProps={{ "aria-label": "Show" }} />
  ) : (
    <TextInput {...text} />
  );
}

/** Shows whether the vendor accepts the new key. */
function Outcome({ result }: { result: Update }) {
  const failed = result.checks.find(({ state }) => state === "failed");
  if (failed)
    return (
      <Alert color="red" icon={<CircleAlert />} title={`Saved, but ${result.title} doesn't work with it`} role="alert">
        {[failed.detail, failed.advice].filter(Boolean).join(" ")}
      </Alert>
    );
  if (result.restartNeeded)
    return (
      <Alert color="orange" icon={<RefreshCw />} title="Saved. Restart the server to use it." role="status">
        {result.checks.length > 0 && `${result.title} accepts it.`}
      </Alert>
    );
  return result.checks.length > 0 ? (
    <Alert color="green" icon={<CircleCheck />} title={`${result.title} works`} role="status" />
  ) : (
    <Alert color="green" icon={<CircleCheck />} title="Saved" role="status" />
  );
}

/** Returns the entered values as the API expects them. Empty fields stay unchanged. */
const toChange = (vendor: SettingsModule, values: Values) =>
  Object.fromEntries(
    vendor.settings.flatMap((setting) => {
      const value = values[setting.name];
      if (isFixed(setting) || value === undefined || value === "") return [];
      if (setting.type === "boolean" && value === (setting.stored !== undefined)) return [];
      return [[setting.name, setting.type === "number" ? Number(value) : value === false ? null : value]];
    }),
  );

const stale = ["vendors", "ready", "models", "voices"] as const;

/** Removes all stored settings of the vendor. */
function RemoveButton({ vendor, close }: { vendor: SettingsModule; close(): void }) {
  const names = vendor.settings.filter(({ stored }) => stored).map(({ name }) => name);
  const remove = useAction(
    () => vireo.settings.update(vendor.module, { values: Object.fromEntries(names.map((name) => [name, null])) }),
    { stale, done: `${vendor.title} removed` },
  );
  if (names.length === 0) return <span />;
  return (
    <Confirm
      title={`Remove ${vendor.title}?`}
      text="Its stored settings are deleted. Features that need them stop working."
      verb="Remove"
      run={() => remove.mutateAsync(undefined).then(close)}
    >
      {(open) => (
        <Button variant="subtle" color="red" onClick={open}>
          Remove
        </Button>
      )}
    </Confirm>
  );
}

/** Saves a vendor's key, and shows whether it works. */
export function VendorDialog({ vendor, close }: { vendor: SettingsModule; close(): void }) {
  const { title, module, description, keysAt, settings } = vendor;
  const initialValues: Values = Object.fromEntries(
    settings.map(({ name, type, stored }) => [name, type === "boolean" ? stored !== undefined : ""]),
  );
  const form = useForm({ initialValues });
  const save = useSubmit(
    form,
    async (values) => {
      const result = await vireo.settings.update(module, { values: toChange(vendor, values) }).catch((error) => {
        for (const [path, text] of Object.entries(getFieldErrors(error)))
          form.setFieldError(path.replace("values.", ""), text);
        throw error;
      });
      form.reset();
      return result;
    },
    { stale },
  );
  const isEmpty = Object.keys(toChange(vendor, form.values)).length === 0;
  return (
    <Dialog onClose={close} title={title}>
      <form noValidate onSubmit={save.onSubmit}>
        <Stack>
          <Text size="sm">{description}</Text>
          {keysAt && (
            <Anchor href={keysAt} target="_blank" rel="noreferrer" size="sm">
              Get a key from {title}
            </Anchor>
          )}
          {settings.map((setting) => (
            <Field key={setting.name} setting={setting} form={form} />
          ))}
          {save.data && !save.isPending && isEmpty && <Outcome result={save.data} />}
          <Group justify="space-between">
            <RemoveButton vendor={vendor} close={close} />
            <Button type="submit" loading={save.isPending} disabled={isEmpty}>
              Save and test
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
