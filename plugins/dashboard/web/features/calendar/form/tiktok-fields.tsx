import { Alert, Anchor, Avatar, Checkbox, Group, Input, Select, Stack, Switch, Text } from "@mantine/core";
import { Info } from "lucide-react";
import { Failure } from "../../../ui/failure";
import { Loading } from "../../../ui/loading";
import { Panel } from "../../../ui/panel";
import type { Creators, FieldErrors } from "./validate";
import { type Interaction, interactions, type PrivacyLevel, type TikTokValues } from "./values";

// TikTok's content sharing guidelines require these fields, most of their texts, and that nothing is preselected.

const levels: Record<string, string> = {
  PUBLIC_TO_EVERYONE: "Everyone",
  MUTUAL_FOLLOW_FRIENDS: "Friends",
  FOLLOWER_OF_CREATOR: "Followers",
  SELF_ONLY: "Only me",
};
const labels: Record<Interaction, string> = { comment: "Comment", duet: "Duet", stitch: "Stitch" };

const LegalLink = ({ page, children }: { page: string; children: string }) => (
  <Anchor
    href={`https://www.tiktok.com/legal/page/global/${page}/en`}
    target="_blank"
    rel="noreferrer"
    inherit
    underline="always"
  >
    {children}
  </Anchor>
);

const Consent = ({ isBranded }: { isBranded: boolean }) => (
  <Text size="sm">
    By posting, you agree to TikTok's{" "}
    {isBranded && (
      <>
        <LegalLink page="bc-policy">Branded Content Policy</LegalLink> and{" "}
      </>
    )}
    <LegalLink page="music-usage-confirmation">Music Usage Confirmation</LegalLink>.
  </Text>
);

const CreatorList = ({ creators }: { creators: Creators }) => (
  <>
    {creators.list.map(({ accountId, nickname, username, avatarUrl, isKnown }) => (
      <Group key={accountId} gap="sm" wrap="nowrap">
        <Avatar src={avatarUrl ?? null} alt="" name={nickname} size={36} />
        <div>
          <Text size="sm" fw={600}>
            Posting as {nickname}
          </Text>
          <Text size="xs" c="dimmed">
            @{username}
            {!isKnown && ". The provider doesn't share this creator's settings. TikTok rejects what they don't allow."}
          </Text>
        </div>
      </Group>
    ))}
    {creators.full.length > 0 && (
      <Alert color="orange" title={`${creators.full.join(", ")} reached the daily posting limit`}>
        Schedule the post for tomorrow, or try again later.
      </Alert>
    )}
  </>
);

interface FieldProps {
  values: TikTokValues;
  change(patch: Partial<TikTokValues>): void;
  creators: Creators;
  errors: FieldErrors;
}

function VisibilityField({ values, change, creators, errors }: FieldProps) {
  const isBranded = values.discloses && values.branded;
  return (
    <Select
      label="Who can see this video"
      placeholder="Select"
      data={creators.privacyLevels.map((level) => {
        const isForbidden = level === "SELF_ONLY" && isBranded;
        const label = isForbidden ? "Only me (not for branded content)" : (levels[level] ?? level);
        return { value: level, label, disabled: isForbidden };
      })}
      value={values.privacy}
      onChange={(next) => change({ privacy: next as PrivacyLevel | null })}
      description={isBranded ? "Branded content visibility cannot be set to private." : undefined}
      error={errors.privacy}
      required
    />
  );
}

function InteractionFields({ values: { allow }, change, creators }: FieldProps) {
  const forbidden = interactions.filter((name) => !creators.allows[name]);
  return (
    <Stack gap={6} component="fieldset" bd={0} p={0} m={0}>
      <Text component="legend" size="sm" fw={600} p={0} mb={6}>
        Allow users to
      </Text>
      <Group gap="lg">
        {interactions.map((name) => (
          <Checkbox
            key={name}
            label={labels[name]}
            checked={allow[name] && creators.allows[name]}
            disabled={!creators.allows[name]}
            onChange={(event) => change({ allow: { ...allow, [name]: event.currentTarget.checked } })}
          />
        ))}
      </Group>
      {forbidden.length > 0 && (
        <Text size="xs" c="dimmed">
          Turned off in the creator's settings: {forbidden.map((name) => labels[name].toLowerCase()).join(", ")}
        </Text>
      )}
    </Stack>
  );
}

function DisclosureFields({ values, change, errors }: FieldProps) {
  const { privacy, discloses, ownBrand, branded } = values;
  return (
    <>
      <Switch
        label="Disclose video content"
        description="Turn on if this video promotes goods or services in exchange for something of value. It may promote yourself, a third party, or both."
        checked={discloses}
        onChange={(event) => change({ discloses: event.currentTarget.checked, ownBrand: false, branded: false })}
      />
      {discloses && (
        <Stack gap="sm" pl="xl">
          <Alert icon={<Info />} p="xs">
            {branded
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
                ? "Not available for private videos."
                : "You are promoting another brand or a third party."
            }
            checked={branded}
            disabled={privacy === "SELF_ONLY" && !branded}
            onChange={(event) => change({ branded: event.currentTarget.checked })}
          />
          {errors.disclosure && <Input.Error role="alert">{errors.disclosure}</Input.Error>}
        </Stack>
      )}
    </>
  );
}

interface Props extends Omit<FieldProps, "creators"> {
  creators: Creators | undefined;
  error: unknown;
  retry(): unknown;
}

/** TikTok options of a post. */
export function TikTokFields({ creators, error, retry, ...props }: Props) {
  const { values, change, errors } = props;
  if (error) return <Failure error={error} retry={retry} />;
  if (!creators) return <Loading lines={3} />;
  return (
    <Panel title="TikTok">
      <CreatorList creators={creators} />
      {values.toInbox ? (
        <Text size="sm">The creator chooses all other options in the TikTok app.</Text>
      ) : (
        <>
          <VisibilityField {...props} creators={creators} />
          <InteractionFields {...props} creators={creators} />
          <DisclosureFields {...props} creators={creators} />
          <Switch
            label="AI-generated content"
            description="Adds TikTok's label. Required for realistic AI-generated scenes."
            checked={values.madeWithAi}
            onChange={(event) => change({ madeWithAi: event.currentTarget.checked })}
          />
        </>
      )}
      {errors.tiktok && <Input.Error role="alert">{errors.tiktok}</Input.Error>}
      <Consent isBranded={values.discloses && values.branded} />
      <Text size="xs" c="dimmed">
        After publishing, it may take a few minutes for the video to appear on the profile.
      </Text>
    </Panel>
  );
}
