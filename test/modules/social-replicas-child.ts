/** Another process: a server whose provider reports each of its calls to the test. */
import { boot } from "#core/boot/boot";
import { defineModule } from "#core/module";
import { social } from "#modules/social/index";
import type { SocialProvider } from "#sdk/slots/social";
import { SECRET_KEY } from "#sdk/testing/app";

export interface Order {
  databaseUrl: string;
  dataDir: string;
  /** Where calls are reported to: POST /published, /read and /renewed, with `{from, ids}`. */
  server: string;
  from: string;
}

if (import.meta.main) {
  const { databaseUrl, dataDir, server, from } = JSON.parse(process.argv[2] ?? "{}") as Order;
  const report = (path: string, ids: readonly string[]) =>
    fetch(`${server}/${path}`, { method: "POST", body: JSON.stringify({ from, ids }) });

  const remote = defineModule({
    name: "remote",
    uses: ["social"],
    start({ services }) {
      const connections = services.social!.connector("remote", {
        platform: "tiktok",
        authorizeUrl: () => "",
        exchange: async () => [],
        async refresh({ access }) {
          await report("renewed", [access]);
          return { access, expiresInMs: 86_400_000 };
        },
      });
      const provider: SocialProvider = {
        name: "remote",
        perAccount: true,
        paces: {},
        accounts: (owner) => connections.list(owner),
        async publish({ targetId }) {
          await report("published", [targetId]);
          return { state: "published", platformPostId: targetId };
        },
        find: async () => undefined,
        metrics: {
          batch: 10,
          pace: { count: 1_000_000, ms: 60_000 },
          async read({ posts }) {
            const ids = posts.map(({ platformPostId }) => platformPostId);
            await report("read", ids);
            return new Map(ids.map((id) => [id, { views: 1 }]));
          },
        },
      };
      return { engines: { social: provider } };
    },
  });

  await boot({
    modules: [social, remote],
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      VIREO_SECRET_KEY: SECRET_KEY,
      LOG_LEVEL: process.env.TEST_LOG ?? "silent",
    },
  });
  console.log("ready");
}
