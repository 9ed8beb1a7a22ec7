import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Grid,
  Group,
  NumberInput,
  Paper,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { CalendarRange } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";
import { fieldErrors } from "../../ui/field-errors";
import { Page } from "../../ui/page";
import { PlatformName } from "../../ui/platform";
import { usePrices } from "../../ui/prices";
import { About } from "./about";
import { blank, toRequest, usePlanForm, useSuggestion } from "./plan-form";

const platforms = ["tiktok", "instagram", "youtube"] as const;

/** Asks for a plan. `?from=` a video of the library fills in what that one is about. */
export function Make() {
  const [params] = useSearchParams();
  const from = params.get("from");
  const [, go] = useLocation();
  const [form, change] = usePlanForm();
  const suggestion = useSuggestion(from);
  const prices = usePrices();
  const taken = useRef<unknown>(undefined);
  useEffect(() => {
    if (!suggestion.data || taken.current === suggestion.data) return;
    taken.current = suggestion.data;
    change(suggestion.data);
  }, [suggestion.data, change]);
  const make = useAction(
    async () => {
      const { planId } = await vireo.contentPlans.create(toRequest(form));
      change(blank);
      go(`/plans/${planId}`);
    },
    { changes: ["plans", "credits"] },
  );
  const errors = fieldErrors(make.error);
  const { niche, goal, productId, messagingId, inspoId } = form;
  const isAboutSomething = [niche, goal, productId, messagingId, inspoId].some((one) => one.trim() !== "");
  const posts = Number(form.days) * Number(form.postsPerDay);
  return (
    <Page title="New plan" text="Say what it is about. It is written with what your viral library teaches.">
      <Paper
        component="form"
        withBorder
        p="md"
        maw={720}
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate(undefined);
        }}
      >
        <Stack>
          {from && (
            <Alert
              variant="light"
              title={suggestion.error ? "That video is not there any more" : "From a video of the library"}
            >
              <Text size="sm">
                Niche and goal were taken from{" "}
                <Anchor component={Link} href={`/viral/${from}`} size="sm" underline="always">
                  this one
                </Anchor>
                . Change them as you like.
              </Text>
            </Alert>
          )}
          <TextInput
            label="Niche"
            description="Whom and what it is for, in a few words."
            placeholder="home coffee"
            value={form.niche}
            onChange={(event) => change({ niche: event.currentTarget.value })}
            error={errors.niche?.[0]}
            maxLength={200}
            data-autofocus
          />
          <TextInput
            label="Goal"
            placeholder="more trial sign-ups"
            value={form.goal}
            onChange={(event) => change({ goal: event.currentTarget.value })}
            error={errors.goal?.[0]}
            maxLength={500}
          />
          <Checkbox.Group
            label="Platforms"
            value={form.platforms}
            onChange={(next) => change({ platforms: next })}
            error={errors.platforms?.[0]}
          >
            <Group mt={6}>
              {platforms.map((platform) => (
                <Checkbox key={platform} value={platform} label={<PlatformName platform={platform} />} />
              ))}
            </Group>
          </Checkbox.Group>
          <Grid gap="sm">
            <Grid.Col span={{ base: 6, xs: 4 }}>
              <NumberInput
                label="Days"
                value={form.days}
                onChange={(next) => change({ days: next })}
                error={errors.days?.[0]}
                min={1}
                max={30}
                clampBehavior="strict"
                allowDecimal={false}
                required
              />
            </Grid.Col>
            <Grid.Col span={{ base: 6, xs: 4 }}>
              <NumberInput
                label="Posts a day"
                value={form.postsPerDay}
                onChange={(next) => change({ postsPerDay: next })}
                error={errors.postsPerDay?.[0]}
                min={1}
                max={5}
                clampBehavior="strict"
                allowDecimal={false}
                required
              />
            </Grid.Col>
            <Grid.Col span={{ base: 12, xs: 4 }}>
              <TextInput
                label="Language"
                placeholder="en, pt-BR"
                value={form.language}
                onChange={(event) => change({ language: event.currentTarget.value.trim() })}
                error={errors.language?.[0]}
                maxLength={35}
              />
            </Grid.Col>
          </Grid>
          <About {...{ form, change, errors }} />
          <Group justify="space-between">
            <Text size="sm" fw={550} aria-live="polite">
              {[prices.ofCall("plan"), posts > 0 && `${posts} ${posts === 1 ? "post" : "posts"}`]
                .filter(Boolean)
                .join(", ")}
            </Text>
            <Group gap="xs">
              <Button variant="subtle" color="gray" component={Link} href="/plans">
                Cancel
              </Button>
              <Button
                type="submit"
                loading={make.isPending}
                leftSection={<CalendarRange size={16} aria-hidden />}
                disabled={!isAboutSomething || form.platforms.length === 0}
              >
                Write the plan
              </Button>
            </Group>
          </Group>
          {!isAboutSomething && (
            <Text size="xs" c="dimmed" ta="right">
              A niche, a goal, a product, a message or a project is needed.
            </Text>
          )}
        </Stack>
      </Paper>
    </Page>
  );
}
