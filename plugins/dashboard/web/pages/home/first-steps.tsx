import { Anchor, Button, Group, Paper, Progress, SimpleGrid, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { Link } from "wouter";
import { vireo } from "../../api";
import { useCan, useMe } from "../../session";

interface Step {
  title: string;
  text: string;
  href: string;
  done: boolean;
}

/** What the newcomer has not done yet; nothing once all is done or it is put away. `made`: whether there is a video. */
export function FirstSteps({ made, known }: { made: boolean; known: boolean }) {
  const { account } = useMe();
  const [away, setAway] = useLocalStorage({ key: `vireo:steps:${account.accountId}`, defaultValue: false });
  const [mayMake, maySocial, mayKeys] = [useCan("media:write"), useCan("social:write"), useCan("keys:manage")];
  const social = useQuery({
    queryKey: ["accounts", "all"],
    queryFn: () => vireo.social.accounts.list().then(({ accounts }) => accounts),
    enabled: maySocial && !away,
  });
  const posts = useQuery({
    queryKey: ["posts", "any"],
    queryFn: () => vireo.social.posts.list({ pageSize: 1 }).then(({ pagination }) => pagination.total > 0),
    enabled: maySocial && !away,
  });
  // The server's own first key may administer; one that a program gets does not.
  const keys = useQuery({
    queryKey: ["keys", "any"],
    queryFn: () =>
      vireo.keys.list({ pageSize: 5 }).then(({ keys }) => keys.some((key) => !key.scopes.includes("admin"))),
    enabled: mayKeys && !away,
  });
  if (away || !known || [social, posts, keys].some(({ isLoading }) => isLoading)) return null;

  const steps: Step[] = [
    ...(mayMake
      ? [{ title: "Make a video", text: "Describe it in a sentence.", href: "/create?kind=video", done: made }]
      : []),
    ...(maySocial
      ? [
          {
            title: "Connect an account",
            text: "TikTok, Instagram or YouTube.",
            href: "/accounts",
            done: social.data?.some(({ status }) => status === "active") ?? false,
          },
          { title: "Schedule a post", text: "Drop it on the calendar.", href: "/calendar", done: posts.data ?? false },
        ]
      : []),
    ...(mayKeys
      ? [{ title: "Make a key", text: "So that programs can do all this.", href: "/keys", done: keys.data ?? false }]
      : []),
  ];
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  return (
    <Paper component="section" aria-label="First steps" withBorder p="md">
      <Stack gap="md">
        <Group justify="space-between">
          <div>
            <Title order={2} size="h4">
              First steps
            </Title>
            <Text size="sm" c="dimmed">
              {done} of {steps.length} done
            </Text>
          </div>
          <Button variant="subtle" color="gray" size="xs" onClick={() => setAway(true)}>
            Put away
          </Button>
        </Group>
        <Progress value={(done / steps.length) * 100} size="sm" aria-label="First steps done" />
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
          {steps.map((step, at) => (
            <Group key={step.title} wrap="nowrap" gap="sm" align="flex-start">
              <ThemeIcon
                radius="xl"
                size={28}
                variant={step.done ? "filled" : "default"}
                aria-label={step.done ? "Done" : "Not done yet"}
                role="img"
              >
                {step.done ? <Check size={16} /> : at + 1}
              </ThemeIcon>
              <div>
                {step.done ? (
                  <Text size="sm" c="dimmed" td="line-through">
                    {step.title}
                  </Text>
                ) : (
                  <Anchor component={Link} href={step.href} size="sm" fw={600}>
                    {step.title}
                  </Anchor>
                )}
                <Text size="xs" c="dimmed">
                  {step.text}
                </Text>
              </div>
            </Group>
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
