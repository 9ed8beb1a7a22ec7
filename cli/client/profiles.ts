/** Servers that the user has signed in to, in a file that only they can read. */
import { mkdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { replaceFile } from "#db/replace-file";

export interface Profile {
  url: string;
  apiKey: string;
}

interface Profiles {
  /** Profile used without --profile. */
  current?: string;
  profiles: Record<string, Profile>;
}

const getFolder = () => join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "vireo");
export const getProfilesFile = () => join(getFolder(), "profiles.json");

export async function readProfiles(): Promise<Profiles> {
  const text = await readFile(getProfilesFile(), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return '{"profiles":{}}';
    throw error;
  });
  try {
    return JSON.parse(text) as Profiles;
  } catch {
    throw new Error(`${getProfilesFile()} is not valid JSON. Delete it and sign in again with "vireo login".`);
  }
}

/** Replaces the file atomically. Only its owner can read it. */
export async function writeProfiles(profiles: Profiles): Promise<void> {
  const file = getProfilesFile();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, `${JSON.stringify(profiles, null, 2)}\n`);
}

/**
 * Returns the profile with that name, or VIREO_PROFILE, or the current one. VIREO_URL and VIREO_API_KEY need no
 * profile.
 */
export async function findProfile(name = process.env.VIREO_PROFILE): Promise<Profile | undefined> {
  const { VIREO_URL: url, VIREO_API_KEY: apiKey } = process.env;
  if (!name && url && apiKey) return { url, apiKey };
  const { current, profiles } = await readProfiles();
  if (name && !profiles[name])
    throw new Error(`There is no profile "${name}". Create it with "vireo login <url> --profile ${name}".`);
  return profiles[name ?? current ?? ""];
}
