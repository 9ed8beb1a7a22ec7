/**
 * From a sentence to a published post. Start a server (`bun run start`), then run:
 *
 *     VIREO_API_KEY=vireo_… bun examples/client/index.ts
 */
import { createClient, VireoError } from "vireo/client";

const vireo = createClient({
  baseUrl: process.env.VIREO_URL ?? "http://127.0.0.1:3000",
  apiKey: process.env.VIREO_API_KEY,
});

async function main(): Promise<void> {
  const start = await vireo.videos.generate({
    prompt: "Cold brew that hits different. Zero sugar. Try Nightowl today",
    duration: 3,
    resolution: "720p",
  });
  console.log(`${start.videoId} takes ${start.estimatedCompletionTime} and costs ${start.creditsUsed} credits.`);
  const video = await vireo.waitFor(start, {
    onProgress: ({ status, progress }) => console.log(status, `${progress} %`),
  });

  const captioned = await vireo.videos.addCaptions(video.videoId, {
    text: "I stopped buying lattes and started making this at home.",
    style: "karaoke",
  });
  console.log(`Version ${captioned.version}: ${captioned.url}`);

  await vireo.social.accounts.sync();
  const { accounts } = await vireo.social.accounts.list();
  const account = accounts.find(({ platform, status }) => platform === "tiktok" && status === "active");
  if (!account) throw new Error("No TikTok account is connected.");

  const post = await vireo.social.posts.create({
    videoId: video.videoId,
    accountIds: [account.accountId],
    mode: "schedule",
    scheduledFor: Date.now() + 3_000,
    timezone: "Europe/Berlin",
    content: "No more lattes",
    tiktokPrivacyLevel: "PUBLIC_TO_EVERYONE",
  });
  console.log(`${post.postId} is scheduled for ${new Date(post.scheduledFor ?? 0).toISOString()}.`);
  const published = await vireo.waitFor(post);
  for (const { platform, platformPostUrl } of published.targets) console.log(`${platform}: ${platformPostUrl}`);
}

await main().catch((error) => {
  // API errors have messages for users. Anything else is a bug in this script.
  if (!(error instanceof VireoError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
