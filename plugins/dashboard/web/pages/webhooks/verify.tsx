import { Anchor, Button, Code, CopyButton, Text } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { Panel } from "../../ui/panel";

const SAMPLE = `import { verifyWebhook } from "vireo/client/webhooks";

Bun.serve({
  async fetch(request) {
    try {
      const message = verifyWebhook(await request.text(), request.headers, process.env.VIREO_WEBHOOK_SECRET);
      console.log(message.type, message.data);
      return new Response();
    } catch {
      return new Response("I do not believe that.", { status: 401 });
    }
  },
});`;

/** How a receiver knows that a message is ours. */
export const Verify = () => (
  <Panel
    title="Check the signature"
    action={
      <CopyButton value={SAMPLE}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            variant="default"
            onClick={copy}
            leftSection={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          >
            {copied ? "Copied" : "Copy"}
          </Button>
        )}
      </CopyButton>
    }
  >
    <Text size="sm">
      Anybody can send something to your address. Believe only what is signed with the webhook's secret. Answer with 2xx
      within seconds; anything else is tried again for three days. The signatures are those of{" "}
      <Anchor href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer" inherit underline="always">
        Standard Webhooks
      </Anchor>
      , which has libraries for other languages.
    </Text>
    <Code block tabIndex={0} role="region" aria-label="Code sample">
      {SAMPLE}
    </Code>
  </Panel>
);
