import { Alert, Anchor, Avatar, Checkbox, Group, Select, Stack, Switch, Text } from "@mantine/core";
import { Info } from "lucide-react";
import { Failure } from "../../../ui/failure";
import { Loading } from "../../../ui/loading";
import { Panel } from "../../../ui/panel";
import type { Creators, FieldErrors } from "./validate";
import { type Interaction, interactions, type PrivacyLevel, type Values } from "./values";

const levels: Record<string, string> = {
  PUBLIC_TO_EVERYONE: "Everyone",
  MUTUAL_FOLLOW_FRIENDS: "Friends",
  FOLLOWER_OF_CREATOR: "Followers",
  SELF_ONLY: "Only me",
};
const words: Record<Interaction, string> = { comment: "Comment", duet: "Duet", stitch: "Stitch" };
const legal = (name: string) => `https://www.tiktok.com/legal/page/global/${name}/en`;

const Outside = ({ to, children }: { to: string; children: string }) => (
  <Anchor href={legal(to)} target="_blank" rel="noreferrer" inherit underline="always">
    {children}
  </Anchor>
);

/** The sentence that TikTok wants people to see before they post. */
export const Consent = ({ branded }: { branded: boolean }) => (
  <Text size="sm">
    By posting, you agree to TikTok's{" "}
    {branded && (
      <>
        <Outside to="bc-policy">Branded Content Policy</Outside> and{" "}
      </>
    )}
    <Outside to="music-usage-confirmation">Music Usage Confirmation</Outside>.
  </Text>
);

interface Props {
  values: Values;
  change(patch: Partial<Values>): void;
  creators: Creators | undefined;
  error: unknown;
  retry(): unknown;
  problems: FieldErrors;
}

/** What TikTok wants people to see and to choose by themselves, with nothing chosen for them. */
export function TikTokPanel({ values, change, creators, error, retry, problems }: Props) {
  const { privacy, allow, discloses, ownBrand, branded } = values;
  const isBranded = discloses && branded;
  if (error) return <Failure error={error} retry={retry} />;
  if (!creators) return <Loading lines={3} />;
  const forbidden = interactions.filter((name) => !creators.allows[name]);
  return (
    <Panel title="TikTok">
      {creators.list.map(({ accountId, nickname, username, avatarUrl, isKnown }) => (
        <Group key={accountId} gap="sm" wrap="nowrap">
          <Avatar src={avatarUrl ?? null} alt="" name={nickname} size={36} />
          <div>
            <Text size="sm" fw={600}>
              Posting as {nickname}
            </Text>
            <Text size="xs" c="dimmed">
              @{username}
              {!isKnown && ". The provider does not tell this creator's settings; TikTok refuses what they forbid."}
            </Text>
          </div>
        </Group>
      ))}
      {creators.full.length > 0 && (
        <Alert color="orange" variant="light" title={`${creators.full.join(", ")} cannot post more today`}>
          TikTok takes a limited number of posts a day. Schedule it for tomorrow, or try again later.
        </Alert>
      )}
      {values.toInbox ? (
        <Text size="sm">It goes to the creator's inbox. Everything else is chosen there, in TikTok's app.</Text>
      ) : (
        <>
          <Select
            label="Who can see this video"
            placeholder="Choose"
            data={creators.privacyLevels.map((level) => ({
              value: level,
              label:
                level === "SELF_ONLY" && isBranded ? "Only me (not for branded content)" : (levels[level] ?? level),
              disabled: level === "SELF_ONLY" && isBranded,
            }))}
            value={privacy}
            onChange={(next) => change({ privacy: next as PrivacyLevel | null })}
            description={isBranded ? "Branded content visibility cannot be set to private." : undefined}
            error={problems.privacy}
            required
          />
          <Stack gap={6} component="fieldset" bd={0} p={0} m={0}>
            <Text component="legend" size="sm" fw={500} p={0}>
              Allow users to
            </Text>
            <Group gap="lg">
              {interactions.map((name) => (
                <Checkbox
                  key={name}
                  label={words[name]}
                  checked={allow[name] && creators.allows[name]}
                  disabled={!creators.allows[name]}
                  onChange={(event) => change({ allow: { ...allow, [name]: event.currentTarget.checked } })}
                />
              ))}
            </Group>
            {forbidden.length > 0 && (
              <Text size="xs" c="dimmed">
                Turned off in the creator's own settings:{" "}
                {forbidden.map((name) => words[name].toLowerCase()).join(", ")}.
              </Text>
            )}
          </Stack>
          <Switch
            label="Disclose video content"
            description="Turn on if this video promotes goods or services in exchange for something of value. It may promote yourself, a third party, or both."
            checked={discloses}
            onChange={(event) => change({ discloses: event.currentTarget.checked, ownBrand: false, branded: false })}
          />
          {discloses && (
            <Stack gap="sm" pl="xl">
              <Alert variant="light" icon={<Info />} p="xs">
                {isBranded
                  ? "Your video will be labeled “Paid partnership”."
                  : "Your video will be labeled “Promotional content”."}{" "}
                This cannot be changed once your video is posted.
              </Alert>
              <Checkbox
                label="Your brand"
                description="You are promoting yourself or your own business."
                checked={ownBrand}
                onChange={(event) => change({ ownBrand: event.currentTarget.checked })}
              />
              <Checkbox
                label="Branded content"
                description={
                  privacy === "SELF_ONLY" && !branded
                    ? "Not for a video that only you can see: branded content cannot be private."
                    : "You are promoting another brand or a third party."
                }
                checked={branded}
                disabled={privacy === "SELF_ONLY" && !branded}
                onChange={(event) => change({ branded: event.currentTarget.checked })}
              />
              {problems.disclosure && (
                <Text size="sm" c="var(--mantine-color-error)" role="alert">
                  {problems.disclosure}
                </Text>
              )}
            </Stack>
          )}
          <Switch
            label="Made with AI"
            description="TikTok labels it as such. Realistic scenes that an AI made need it."
            checked={values.madeWithAi}
            onChange={(event) => change({ madeWithAi: event.currentTarget.checked })}
          />
        </>
      )}
      {problems.tiktok && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problems.tiktok}
        </Text>
      )}
      <Consent branded={isBranded} />
      <Text size="xs" c="dimmed">
        After it is posted, it may take a few minutes for the video to be processed and to be visible on the profile.
      </Text>
    </Panel>
  );
}
