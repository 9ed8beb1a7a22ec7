import { Anchor, Button, Group, Paper, Progress, SimpleGrid, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { Link } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan, useMe } from "../../session";
import { useSocialAccounts } from "../../ui/posts";

interface Step {
  title: string;
  text: string;
  href: string;
  isDone: boolean;
}

interface Steps {
  /** Steps that the person's scopes allow. Empty once dismissed. */
  steps: readonly Step[];
  isLoading: boolean;
  dismiss(): void;
}

/** Reads which of the first steps are done. */
export function useSteps(hasVideo: boolean): Steps {
  const { account } = useMe();
  const [isDismissed, setDismissed] = useLocalStorage({
    key: `vireo:steps:${account.accountId}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const enabled = !isDismissed;
  const [canCreate, canPost, canManageKeys] = [useCan("media:write"), useCan("social:write"), useCan("keys:manage")];
  const accounts = useSocialAccounts(canPost && enabled);
  const posts = useQuery({
    queryKey: keys.anyPost,
    queryFn: () => vireo.social.posts.list({ pageSize: 1 }).then(({ pagination }) => pagination.total > 0),
    enabled: canPost && enabled,
  });
  // The key that the server creates for itself has the admin scope and doesn't count.
  const apiKeys = useQuery({
    queryKey: keys.anyApiKey,
    queryFn: () =>
      vireo.keys.list({ pageSize: 5 }).then(({ keys }) => keys.some((key) => !key.scopes.includes("admin"))),
    enabled: canManageKeys && enabled,
  });
  const steps: (Step | false)[] = [
    canCreate && {
      title: "Create a video",
      text: "Describe it in one sentence.",
      href: "/create?kind=video",
      isDone: hasVideo,
    },
    canPost && {
      title: "Connect a channel",
      text: "TikTok, Instagram or YouTube.",
      href: "/channels",
      // The sandbox is there from the start.
      isDone: accounts.data?.some(({ status, provider }) => status === "active" && provider !== "sandbox") ?? false,
    },
    canPost && {
      title: "Schedule a post",
      text: "Pick a day on the calendar.",
      href: "/calendar",
      isDone: posts.data ?? false,
    },
    canManageKeys && {
      title: "Create an API key",
      text: "Automate all of this.",
      href: "/keys",
      isDone: apiKeys.data ?? false,
    },
  ];
  return {
    steps: isDismissed ? [] : steps.filter((step) => step !== false),
    isLoading: [accounts, posts, apiKeys].some(({ isLoading }) => isLoading),
    dismiss: () => setDismissed(true),
  };
}

const StepItem = ({ step: { title, text, href, isDone }, number }: { step: Step; number: number }) => (
  <Group wrap="nowrap" gap="sm" align="flex-start">
    <ThemeIcon
      radius="xl"
      size={28}
      variant={isDone ? "filled" : "default"}
      aria-label={isDone ? "Done" : "To do"}
      role="img"
    >
      {isDone ? <Check size={16} /> : number}
    </ThemeIcon>
    <div>
      {isDone ? (
        <Text size="sm" c="dimmed" td="line-through">
          {title}
        </Text>
      ) : (
        <Anchor component={Link} href={href} size="sm" fw={600}>
          {title}
        </Anchor>
      )}
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    </div>
  </Group>
);

/** A checklist for new accounts, until everything is done or it is dismissed. */
export function FirstSteps({ steps, dismiss }: Steps) {
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <Paper component="section" aria-label="Get started" withBorder p="md">
      <Stack gap="md">
        <Group justify="space-between">
          <div>
            <Title order={2} size="h4">
              Get started
            </Title>
            <Text size="sm" c="dimmed">
              {done} of {steps.length} done
            </Text>
          </div>
          <Button variant="subtle" color="gray" size="xs" onClick={dismiss}>
            Dismiss
          </Button>
        </Group>
        <Progress value={(done / steps.length) * 100} size="sm" aria-label="Steps done" />
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
          {steps.map((step, index) => (
            <StepItem key={step.title} step={step} number={index + 1} />
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
