import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { CalendarRange } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { vireo } from "../../api";
import { NoCredits } from "../../ui/balance";
import { BrandFields } from "../../ui/brand-fields";
import { usePrices } from "../../ui/catalog";
import { useSubmit } from "../../ui/form";
import { pluralise } from "../../ui/numbers";
import { Page } from "../../ui/page";
import { PlatformName } from "../../ui/platform";
import { blank, toRequest, usePlanForm, useSuggestion } from "./plan-form";

const platforms = ["tiktok", "instagram", "youtube"] as const;

/** Prefills the form once, from the video in `?from=`. */
function usePrefill(form: ReturnType<typeof usePlanForm>, from: string | null) {
  const { data, error } = useSuggestion(from);
  const applied = useRef<unknown>(undefined);
  const { setValues } = form;
  useEffect(() => {
    if (!data || applied.current === data) return;
    applied.current = data;
    setValues(data);
  }, [data, setValues]);
  return error;
}

const PlanFields = ({ form }: { form: ReturnType<typeof usePlanForm> }) => (
  <>
    <TextInput
      label="Niche"
      description="Topic and audience"
      placeholder="Home coffee"
      {...form.getInputProps("niche")}
      maxLength={200}
      data-autofocus
    />
    <TextInput label="Goal" placeholder="More trial sign-ups" {...form.getInputProps("goal")} maxLength={500} />
    <Checkbox.Group label="Platforms" {...form.getInputProps("platforms")}>
      <Group mt={6}>
        {platforms.map((platform) => (
          <Checkbox key={platform} value={platform} label={<PlatformName platform={platform} />} />
        ))}
      </Group>
    </Checkbox.Group>
    <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
      <NumberInput
        label="Days"
        {...form.getInputProps("days")}
        min={1}
        max={30}
        clampBehavior="strict"
        allowDecimal={false}
        required
      />
      <NumberInput
        label="Posts per day"
        {...form.getInputProps("postsPerDay")}
        min={1}
        max={5}
        clampBehavior="strict"
        allowDecimal={false}
        required
      />
      <TextInput label="Language" placeholder="en, pt-BR" {...form.getInputProps("language")} maxLength={35} />
    </SimpleGrid>
    <BrandFields fields={["productId", "personaId", "messagingId", "inspoId"]} form={form} />
  </>
);

/** Creates a plan. */
export function NewPlan() {
  const [params] = useSearchParams();
  const from = params.get("from");
  const [, navigate] = useLocation();
  const form = usePlanForm();
  const prefillError = usePrefill(form, from);
  const price = usePrices().ofCall("plan");
  const create = useSubmit(
    form,
    async (values) => {
      const { planId } = await vireo.contentPlans.create(toRequest(values));
      form.setValues(blank);
      navigate(`/plans/${planId}`);
    },
    { stale: ["plans", "credits"] },
  );
  const { niche, goal, productId, messagingId, inspoId, days, postsPerDay, platforms } = form.values;
  const hasTopic = [niche, goal, productId, messagingId, inspoId].some((value) => value?.trim());
  const posts = Number(days) * Number(postsPerDay);
  return (
    <Page title="New content plan" text="Based on your topic and the viral library">
      <Paper component="form" withBorder p="md" maw={720} onSubmit={create.onSubmit}>
        <Stack>
          {from && (
            <Alert title={prefillError ? "Video no longer available" : "Based on a viral video"}>
              <Text size="sm">
                Niche and goal are filled in from{" "}
                <Anchor component={Link} href={`/viral/${from}`} size="sm" underline="always">
                  this video
                </Anchor>
                .
              </Text>
            </Alert>
          )}
          <PlanFields form={form} />
          <NoCredits error={create.error} />
          <Group justify="space-between">
            <Text size="sm" fw={500} aria-live="polite">
              {[price, posts > 0 && pluralise(posts, "post")].filter(Boolean).join(", ")}
            </Text>
            <Group gap="xs">
              <Button variant="subtle" color="gray" component={Link} href="/plans">
                Cancel
              </Button>
              <Button
                type="submit"
                loading={create.isPending}
                leftSection={<CalendarRange size={16} />}
                disabled={!hasTopic || platforms.length === 0}
              >
                Create plan
              </Button>
            </Group>
          </Group>
          {!hasTopic && (
            <Text size="xs" c="dimmed" ta="right">
              Enter a niche or a goal, or choose a product, messaging or project
            </Text>
          )}
        </Stack>
      </Paper>
    </Page>
  );
}
