import { Accordion, Anchor, Badge, Code, Group, List, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import type { SocialAccount } from "vireo/client";

interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

const Outside = ({ href, children }: { href: string; children: ReactNode }) => (
  <Anchor href={href} target="_blank" rel="noreferrer" inherit underline="always">
    {children}
  </Anchor>
);

const restart = <List.Item key="restart">Start the server again, then press “Sync now” on this page.</List.Item>;

const providers: { name: string; title: string; text: string; steps: ReactNode }[] = [
  {
    name: "sandbox",
    title: "Sandbox",
    text: "Accounts to try with. Nothing leaves this server; posts appear on a feed page.",
    steps: (
      <List type="ordered" size="sm" spacing={4}>
        <List.Item>
          It is on unless the setting <Code>sandbox.enabled</Code> is false.
        </List.Item>
        <List.Item>Press “Sync now”: three accounts appear, one for each platform.</List.Item>
        <List.Item>
          Post to them. Words in a caption, such as <Code>#sandbox-fail</Code>, make them misbehave.
        </List.Item>
      </List>
    ),
  },
  {
    name: "zernio",
    title: "Zernio",
    text: "TikTok, Instagram and YouTube through Zernio (formerly Late).",
    steps: (
      <List type="ordered" size="sm" spacing={4}>
        <List.Item>
          Connect your accounts in <Outside href="https://zernio.com">Zernio's dashboard</Outside>.
        </List.Item>
        <List.Item>Make an API key there, under “API Keys”.</List.Item>
        <List.Item>
          Give it to the server as <Code>ZERNIO_API_KEY</Code>. To use the accounts of one profile only, also set{" "}
          <Code>ZERNIO_PROFILE_ID</Code>.
        </List.Item>
        {restart}
      </List>
    ),
  },
  {
    name: "postiz",
    title: "Postiz",
    text: "TikTok, Instagram and YouTube through Postiz, its cloud or a server of your own.",
    steps: (
      <List type="ordered" size="sm" spacing={4}>
        <List.Item>
          Add your channels in <Outside href="https://platform.postiz.com">Postiz</Outside>.
        </List.Item>
        <List.Item>Find the API key there under “Settings”, “Public API”.</List.Item>
        <List.Item>
          Give it to the server as <Code>POSTIZ_API_KEY</Code>. For a server of your own, also set{" "}
          <Code>POSTIZ_URL</Code> to the address of its backend.
        </List.Item>
        {restart}
      </List>
    ),
  },
];

/** Which providers this server has, as its own check tells. */
const useProviders = () =>
  useQuery({
    queryKey: ["ready"],
    queryFn: async ({ signal }) => {
      const { checks } = (await (await fetch("/ready", { signal })).json()) as { checks: Check[] };
      return new Map(
        checks.flatMap((check) => (check.name.startsWith("social:") ? [[check.name.slice(7), check] as const] : [])),
      );
    },
    staleTime: 60_000,
  });

function State({ check }: { check: Check | undefined }) {
  if (!check) {
    return (
      <Badge variant="default" tt="none">
        Not set up
      </Badge>
    );
  }
  const Icon = check.ok ? CircleCheck : CircleX;
  const color = check.ok ? "green" : "red";
  return (
    <Badge
      variant="light"
      color={color}
      c="var(--mantine-color-text)"
      tt="none"
      leftSection={<Icon size={13} aria-hidden color={`var(--mantine-color-${color}-text)`} />}
    >
      {check.ok ? "Set up" : "Does not work"}
    </Badge>
  );
}

/** How accounts are connected, provider by provider. */
export function Connect({ accounts }: { accounts: readonly SocialAccount[] }) {
  const { data } = useProviders();
  const feed = accounts.find(({ profileUrl }) => profileUrl?.includes("/open/sandbox/"))?.profileUrl;
  return (
    <section aria-labelledby="connect">
      <Title order={2} size="h4" id="connect" mb="sm">
        Connect accounts
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
                {data && <State check={data.get(name)} />}
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
                  Open the sandbox feed
                </Anchor>
              )}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  );
}
