import { Badge, Button, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { encode } from "uqr";
import { auth } from "../../api";
import { CODE } from "../../ui/code-field";
import { useSubmit } from "../../ui/form";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { Secret } from "../../ui/secret";
import { methodsQuery } from "../settings/queries";

interface NewSecret {
  secret: string;
  uri: string;
}
interface RecoveryCodes {
  recoveryCodes: string[];
}

/** Asks for the password, if the person has one, and then shows the secret. */
function Begin({ hasPassword, show }: { hasPassword: boolean; show(secret: NewSecret): void }) {
  const form = useForm({ initialValues: { password: "" } });
  const begin = useSubmit(form, async ({ password }) =>
    show(await auth<NewSecret>("POST", "/two-factor", hasPassword ? { password } : {})),
  );
  return (
    <form noValidate onSubmit={begin.onSubmit}>
      <Stack maw={420}>
        <Text size="sm">Require a code from an authenticator app at every sign-in, even after a password reset.</Text>
        {hasPassword && (
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            {...form.getInputProps("password")}
            required
          />
        )}
        <Group>
          <Button type="submit" loading={begin.isPending}>
            Turn on
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  // Many apps read only dark on light, so the colors are the same in the dark scheme.
  return (
    <svg role="img" aria-label="QR code" width={200} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Shows the QR code, and asks for a first code to verify the app. */
function Confirm({ secret, uri, show }: NewSecret & { show(codes: string[]): void }) {
  const form = useForm({ initialValues: { code: "" } });
  const confirm = useSubmit(
    form,
    async (values) => show((await auth<RecoveryCodes>("POST", "/two-factor/confirm", values)).recoveryCodes),
    { stale: ["sessions"], done: "Two-factor authentication is on. All other sessions were signed out." },
  );
  return (
    <form noValidate onSubmit={confirm.onSubmit}>
      <Stack maw={420}>
        <Text size="sm">Scan the code with your authenticator app, then enter the six digits it shows.</Text>
        <QrCode text={uri} />
        <Text size="sm">
          Or enter this key: <code style={{ overflowWrap: "anywhere" }}>{secret.match(/.{1,4}/g)?.join(" ")}</code>
        </Text>
        <TextInput label="Code" {...CODE} {...form.getInputProps("code")} required />
        <Group>
          <Button type="submit" loading={confirm.isPending}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Changes that require a code, so that an unattended browser is not enough. */
function Change({ recoveryCodes, show }: { recoveryCodes: number; show(codes: string[]): void }) {
  const form = useForm({ initialValues: { code: "" } });
  const renew = useSubmit(
    form,
    async (values) => show((await auth<RecoveryCodes>("POST", "/two-factor/recovery-codes", values)).recoveryCodes),
    { stale: ["sessions"], done: "Recovery codes replaced" },
  );
  const turnOff = useSubmit(form, (values) => auth("POST", "/two-factor/off", values), {
    stale: ["sessions"],
    done: "Two-factor authentication is off",
  });
  return (
    <form noValidate onSubmit={renew.onSubmit}>
      <Stack maw={420}>
        <Text size="sm">{recoveryCodes} recovery codes left. To change something, enter a code.</Text>
        <TextInput label="Code" {...CODE} {...form.getInputProps("code")} required />
        <Group>
          <Button type="submit" variant="default" loading={renew.isPending}>
            New recovery codes
          </Button>
          <Button
            variant="subtle"
            color="red"
            disabled={form.values.code === ""}
            loading={turnOff.isPending}
            onClick={() => turnOff.mutate(form.values)}
          >
            Turn off
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function TwoFactor() {
  const query = useQuery(methodsQuery);
  const [secret, setSecret] = useState<NewSecret>();
  const [codes, setCodes] = useState<string[]>();
  const show = (codes: string[]) => {
    setSecret(undefined);
    setCodes(codes);
  };
  return (
    <Panel title="Two-factor authentication" action={query.data?.twoFactor && <Badge color="green">On</Badge>}>
      <QueryView query={query} lines={2}>
        {({ password, twoFactor, recoveryCodes }) => (
          <Stack>
            {twoFactor && codes && (
              <Secret
                title="Recovery codes"
                text="Each signs you in once if you lose the app. You won't see them again: store them in a safe place."
                value={codes.join("\n")}
              />
            )}
            {twoFactor && <Change recoveryCodes={recoveryCodes} show={show} />}
            {!twoFactor && secret && <Confirm {...secret} show={show} />}
            {!twoFactor && !secret && <Begin hasPassword={password} show={setSecret} />}
          </Stack>
        )}
      </QueryView>
    </Panel>
  );
}
