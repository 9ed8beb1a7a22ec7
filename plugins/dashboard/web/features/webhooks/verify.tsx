import { Anchor, Code, Text } from "@mantine/core";
import { CopyButton } from "../../ui/copy";
import { Panel } from "../../ui/panel";

const SAMPLE = `import { verifyWebhook } from "vireo/client/webhooks";

Bun.serve({
  async fetch(request) {
    try {
      const event = verifyWebhook(await request.text(), request.headers, process.env.VIREO_WEBHOOK_SECRET);
      console.log(event.type, event.data);
      return new Response();
    } catch {
      return new Response("Invalid signature", { status: 401 });
    }
  },
});`;

/** Sample code for receivers. */
export const Verify = () => (
  <Panel title="Verify signatures" action={<CopyButton value={SAMPLE} />}>
    <Text size="sm">
      Accept only requests that are signed with your webhook's secret. Respond with a 2xx status within a few seconds;
      otherwise, the event is retried for three days. Signatures follow{" "}
      <Anchor href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer" inherit underline="always">
        Standard Webhooks
      </Anchor>
      , with libraries for other languages.
    </Text>
    <Code block tabIndex={0} role="region" aria-label="Sample code">
      {SAMPLE}
    </Code>
  </Panel>
);
