import { Alert, Anchor, Button, Checkbox, Grid, Group, Modal, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { SocialAccount, SocialPost } from "vireo/client";
import { Link } from "wouter";
import { Failure } from "../../../ui/failure";
import { states } from "../../../ui/post-status";
import { AccountChoice } from "./account-field";
import { Preview } from "./preview";
import { TikTokPanel } from "./tiktok-fields";
import { Timing } from "./time-fields";
import { useCreators } from "./use-creators";
import { getDuplicateId, useSave } from "./use-save";
import { validatePost } from "./validate";
import { CAPTION_MAX, TITLE_MAX, type Values } from "./values";
import { VideoChoice } from "./video-field";

const verbs = { schedule: "Schedule", now: "Publish now", draft: "Save the draft" } as const;

interface Props {
  /** What it begins with. */
  initial: Values;
  /** The post that is changed; none for a new one. */
  post?: SocialPost | undefined;
  accounts: readonly SocialAccount[];
  close(): void;
}

/** A new post, or one that has not gone out yet. */
export function PostForm({ initial, post, accounts, close }: Props) {
  const isPhone = useMediaQuery("(max-width: 48em)");
  const [values, setValues] = useState(initial);
  const [seconds, setSeconds] = useState<number>();
  const [tried, setTried] = useState(false);
  const [again, setAgain] = useState(false);
  const save = useSave((saved) => {
    notifications.show({ message: `${states[saved.status].word}.` });
    close();
  });
  const change = (patch: Partial<Values>) => {
    setValues((before) => ({ ...before, ...patch }));
    // What the server said was about other values.
    if (save.error) save.reset();
    setAgain(false);
  };

  const chosen = accounts.filter(({ accountId }) => values.accountIds.includes(accountId));
  const tiktok = chosen.filter(({ platform, status }) => platform === "tiktok" && status === "active");
  const hasTitle = chosen.some(({ platform }) => platform === "youtube");
  const asked = useCreators(tiktok);
  const problems = validatePost(values, accounts, asked.creators, seconds);
  // TikTok wants nobody to post before they have said whom it promotes.
  const undisclosed = values.mode !== "draft" ? problems.disclosure : undefined;
  const shown = tried ? problems : undisclosed ? { disclosure: undisclosed } : {};
  const wrong = Object.values(problems);
  const length = Array.from(values.content).length;
  const existing = getDuplicateId(save.error);

  const submit = () => {
    setTried(true);
    if (wrong.length === 0) save.mutate({ post, before: initial, values, accounts, allowDuplicate: again });
  };
  return (
    <Modal
      opened
      onClose={close}
      title={post ? "Change the post" : "New post"}
      size={980}
      fullScreen={isPhone ?? false}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, sm: 7 }}>
            <Stack>
              <VideoChoice
                video={values.video}
                onChange={(video) => {
                  setSeconds(undefined);
                  change({ video });
                }}
                error={shown.video}
              />
              <Textarea
                label="Caption"
                autosize
                minRows={3}
                maxRows={10}
                value={values.content}
                onChange={(event) => change({ content: event.currentTarget.value })}
                description={`${length.toLocaleString()} of ${CAPTION_MAX.toLocaleString()} characters`}
                inputWrapperOrder={["label", "input", "description", "error"]}
                error={problems.content}
              />
              <AccountChoice
                accounts={accounts}
                value={values.accountIds}
                onChange={(accountIds) => change({ accountIds })}
                error={shown.accounts}
              />
              {hasTitle && (
                <TextInput
                  label="YouTube title"
                  description={`Without one, the first line of the caption. ${Array.from(values.title).length} of ${TITLE_MAX} characters`}
                  value={values.title}
                  onChange={(event) => change({ title: event.currentTarget.value })}
                  error={problems.title}
                />
              )}
              <Timing values={values} change={change} problems={shown} hasTikTok={tiktok.length > 0} />
              {tiktok.length > 0 && <TikTokPanel {...{ values, change, ...asked }} problems={shown} />}
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 5 }}>
            <Stack pos="sticky" top={72}>
              <Preview values={values} accounts={accounts} onSeconds={setSeconds} />
              {existing && (
                <Alert color="orange" variant="light" title="There is the same post already">
                  <Stack gap="xs">
                    <Text size="sm">
                      The same video and caption are planned for one of these accounts within a day.{" "}
                      <Anchor component={Link} href={`/calendar?post=${existing}`} inherit onClick={close}>
                        Look at it
                      </Anchor>
                    </Text>
                    <Checkbox
                      label="Post it all the same"
                      checked={again}
                      onChange={(event) => setAgain(event.currentTarget.checked)}
                    />
                  </Stack>
                </Alert>
              )}
              {save.error && !existing && <Failure error={save.error} />}
              {tried && wrong.length > 0 && (
                <Alert color="red" variant="light" title="Something is missing" role="alert">
                  {wrong.join(" ")}
                </Alert>
              )}
              <Group justify="flex-end">
                <Button variant="default" onClick={close}>
                  Close
                </Button>
                <Button
                  type="submit"
                  loading={save.isPending}
                  disabled={undisclosed !== undefined || (existing !== undefined && !again)}
                  title={undisclosed}
                >
                  {post && values.mode !== "now" && values.mode === initial.mode ? "Save" : verbs[values.mode]}
                </Button>
              </Group>
            </Stack>
          </Grid.Col>
        </Grid>
      </form>
    </Modal>
  );
}
