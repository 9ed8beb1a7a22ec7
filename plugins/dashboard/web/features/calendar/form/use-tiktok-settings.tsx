import { type FormEvent, type ReactNode, useState } from "react";
import type { SocialAccount } from "vireo/client";
import { TikTokFields } from "./tiktok-fields";
import { useCreators } from "./use-creators";
import { validateTikTok } from "./validate";
import { type Mode, type TikTokValues, toTikTokSettings } from "./values";

type Submit = (event?: FormEvent<HTMLFormElement>) => void;

/** TikTok's settings for several posts at once, asked for if one of them is scheduled on TikTok. */
export function useTikTokSettings(
  values: TikTokValues & { accountIds: readonly string[]; mode: Mode },
  accounts: readonly SocialAccount[],
  change: (patch: Partial<TikTokValues>) => void,
): {
  fields: ReactNode;
  /** Settings for the request. */
  settings: Partial<ReturnType<typeof toTikTokSettings>>;
  isComplete: boolean;
  /** Submits if the settings are complete. Otherwise shows what is missing. */
  guard<Action extends { onSubmit: Submit }>(action: Action): Action;
} {
  const [isSubmitted, setSubmitted] = useState(false);
  const isNeeded = ({ accountId, platform, status }: SocialAccount) =>
    platform === "tiktok" && status === "active" && values.mode !== "draft" && values.accountIds.includes(accountId);
  const channels = accounts.filter(isNeeded);
  const creators = useCreators(channels);
  if (channels.length === 0) return { fields: null, settings: {}, isComplete: true, guard: (action) => action };
  const errors = validateTikTok(values, creators.creators);
  const isComplete = Object.keys(errors).length === 0;
  return {
    fields: <TikTokFields values={values} change={change} {...creators} errors={isSubmitted ? errors : {}} />,
    settings: toTikTokSettings(values),
    isComplete,
    guard: (action) => ({
      ...action,
      onSubmit(event) {
        setSubmitted(true);
        if (isComplete) action.onSubmit(event);
        else event?.preventDefault();
      },
    }),
  };
}
