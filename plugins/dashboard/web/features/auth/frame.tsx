import { Alert, Box, Button, Group, List, Stack, Text, Title } from "@mantine/core";
import { Check } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Mark } from "../../ui/mark";
import "./auth.css";
import type { useSignIn } from "./use-sign-in";

const headline = "Short videos, from an idea to your channels";
const benefits = [
  "Describe a video in a sentence, and get a finished clip. The built-in engines need no API key.",
  "Caption, trim and voice your own clips.",
  "Plan, schedule and publish to TikTok, Instagram and YouTube.",
];

/** Introduces Vireo to people who see it for the first time. */
const Introduction = () => (
  <Stack className="auth-promise" gap="lg" justify="center">
    <Text component="p" m={0} className="auth-headline">
      {headline}
    </Text>
    <List spacing="sm" icon={<Check size={18} />} classNames={{ itemWrapper: "auth-point" }}>
      {benefits.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
    <Text size="sm">Vireo runs on this server. Your media and your keys stay on it.</Text>
  </Stack>
);

/** Frame of the pages without a session. */
export function Frame({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Vireo`;
  }, [title]);
  return (
    <div className="auth">
      <Box component="main" className="auth-main" p={{ base: "md", sm: "xl" }}>
        <Stack w="100%" maw={400} gap="xl">
          <Stack gap="xs">
            <Group gap="sm">
              <Mark size={40} />
              <Text fw={600} fz={28} lh={1}>
                Vireo
              </Text>
            </Group>
            <Text c="dimmed" hiddenFrom="md">
              {headline}
            </Text>
          </Stack>
          <Stack>
            <Title order={1} size="h2">
              {title}
            </Title>
            {text && <Text c="dimmed">{text}</Text>}
            {children}
          </Stack>
        </Stack>
      </Box>
      <Box component="aside" aria-label="About Vireo" className="auth-aside">
        <Introduction />
      </Box>
    </div>
  );
}

interface FormProps {
  form: ReturnType<typeof useSignIn>;
  /** Label of the submit button. */
  action: string;
  children: ReactNode;
}

/** Form that starts a session. */
export const SignInForm = ({ form: { onSubmit, isPending, problem }, action, children }: FormProps) => (
  <form noValidate onSubmit={onSubmit}>
    <Stack>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {children}
      <Button type="submit" loading={isPending} fullWidth>
        {action}
      </Button>
    </Stack>
  </form>
);
