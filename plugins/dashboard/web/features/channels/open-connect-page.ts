import type { SocialAccount } from "vireo/client";
import { vireo } from "../../api";
import type { Platform } from "../../ui/posts";

/** True for channels that are connected in Vireo, not at a scheduling provider. */
export const isConnectedHere = ({ provider, platform }: SocialAccount): boolean => provider === platform;

/**
 * Opens the platform's consent page in a new tab. The tab is opened before its URL is known, because browsers block tabs
 * that open later than the click.
 */
export async function openConnectPage(platform: Platform): Promise<void> {
  const tab = window.open("", "_blank");
  try {
    const { authorizeUrl } = await vireo.social.accounts.connect({ platform });
    if (!tab) throw new Error("The browser blocked the page of the platform. Allow pop-ups for this site.");
    tab.opener = null;
    tab.location.href = authorizeUrl;
  } catch (error) {
    tab?.close();
    throw error;
  }
}
