import { Accordion, Anchor, Badge, Code, Group, List, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import type { SocialAccount } from "vireo/client";
import { keys } from "../../query-keys";
import { sessionHeaders } from "../../workspace";

interface Check {
  name: string;
  ok: boolean;
  /** For administrators. */
  detail?: string;
}

const Outside = ({ href, children }: { href: string; children: ReactNode }) => (
  <Anchor href={href} target="_blank" rel="noreferrer" inherit underline="always">
    {children}
  </Anchor>
);

const Steps = ({ children }: { children: ReactNode }) => (
  <List type="ordered" size="sm" spacing={4}>
    {children}
    <List.Item>Restart the server, then select “Sync now” on this page.</List.Item>
  </List>
);

const providers: { name: string; title: string; text: string; steps: ReactNode }[] = [
  {
    name: "sandbox",
    title: "Sandbox",
    text: "Test channels. Posts appear on a feed page of this server and are never published.",
    steps: (
      <List type="ordered" size="sm" spacing={4}>
        <List.Item>
          The sandbox is enabled unless <Code>sandbox.enabled</Code> is false.
        </List.Item>
        <List.Item>Select “Sync now” to add one channel per platform.</List.Item>
        <List.Item>
          To simulate a failure, use <Code>#sandbox-fail</Code> in a caption.
        </List.Item>
      </List>
    ),
  },
  {
    name: "zernio",
    title: "Zernio",
    text: "TikTok, Instagram and YouTube through Zernio (formerly Late)",
    steps: (
      <Steps>
        <List.Item>
          Connect your channels in <Outside href="https://zernio.com">Zernio</Outside>.
        </List.Item>
        <List.Item>Create an API key under “API Keys”.</List.Item>
        <List.Item>
          Set <Code>ZERNIO_API_KEY</Code> on this server. To use a single profile, also set{" "}
          <Code>ZERNIO_PROFILE_ID</Code>.
        </List.Item>
      </Steps>
    ),
  },
  {
    name: "postiz",
    title: "Postiz",
    text: "TikTok, Instagram and YouTube through Postiz, hosted or self-hosted",
    steps: (
      <Steps>
        <List.Item>
          Add your channels in <Outside href="https://platform.postiz.com">Postiz</Outside>.
        </List.Item>
        <List.Item>Copy the API key from “Settings”, “Public API”.</List.Item>
        <List.Item>
          Set <Code>POSTIZ_API_KEY</Code> on this server. For a self-hosted Postiz, also set <Code>POSTIZ_URL</Code> to
          its backend URL.
        </List.Item>
      </Steps>
    ),
  },
];

/** Reads the health checks of the configured providers, by name. */
const useProviders = () =>
  useQuery({
    queryKey: [...keys.readyChecks, "social"],
    queryFn: async ({ signal }) => {
      const { checks } = (await (await fetch("/ready", { headers: sessionHeaders, signal })).json()) as {
        checks: Check[];
      };
      return new Map(
        checks.flatMap((check) => (check.name.startsWith("social:") ? [[check.name.slice(7), check] as const] : [])),
      );
    },
    staleTime: 60_000,
  });

function ProviderStatus({ check }: { check: Check | undefined }) {
  if (!check) {
    return <Badge variant="default">Not configured</Badge>;
  }
  const Icon = check.ok ? CircleCheck : CircleX;
  const color = check.ok ? "green" : "red";
  return (
    <Badge
      color={color}
      c="var(--mantine-color-text)"
      leftSection={<Icon size={13} color={`var(--mantine-color-${color}-text)`} />}
    >
      {check.ok ? "Configured" : "Error"}
    </Badge>
  );
}

/** Setup instructions per provider. */
export function Connect({ accounts }: { accounts: readonly SocialAccount[] }) {
  const { data } = useProviders();
  const feed = accounts.find(({ profileUrl }) => profileUrl?.includes("/open/sandbox/"))?.profileUrl;
  return (
    <section aria-labelledby="connect">
      <Title order={2} size="h4" id="connect" mb="sm">
        Or through a provider
      </Title>
      <Accordion variant="separated" order={3}>
        {providers.map(({ name, title, text, steps }) => (
          <Accordion.Item key={name} value={name}>
            <Accordion.Control>
              <Group justify="space-between" pr="sm" gap="xs">
                <div>
                  <Text fw={600}>{title}</Text>
                  <Text size="sm" c="dimmed">
                    {text}
                  </Text>
                </div>
                {data && <ProviderStatus check={data.get(name)} />}
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              {data?.get(name)?.ok === false && (
                <Text size="sm" mb="sm" role="status">
                  {data.get(name)?.detail}
                </Text>
              )}
              {steps}
              {name === "sandbox" && feed && (
                <Anchor
                  href={feed.split("?")[0]}
                  target="_blank"
                  rel="noreferrer"
                  size="sm"
                  mt="sm"
                  display="inline-block"
                >
                  Open sandbox feed
                </Anchor>
              )}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  );
}
