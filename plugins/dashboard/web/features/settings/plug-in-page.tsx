import { Anchor, Group } from "@mantine/core";
import { getWorkspace } from "../../workspace";

interface Props {
  title: string;
  /** Path on this server. */
  url: string;
}

/**
 * Shows a plug-in's page in a frame. It can call the API as the signed-in person in the workspace that `?account=` names,
 * but can't navigate this page.
 */
export const PlugInPage = ({ title, url }: Props) => (
  <>
    <iframe
      title={title}
      src={`${url}?account=${getWorkspace()}`}
      sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups"
      style={{
        width: "100%",
        height: "max(480px, calc(100dvh - 280px))",
        border: "1px solid var(--mantine-color-default-border)",
        borderRadius: "var(--mantine-radius-md)",
        // Pages without a background expect white.
        background: "white",
        colorScheme: "light",
      }}
    />
    <Group justify="flex-end" mt="xs">
      <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
        Open in new tab
      </Anchor>
    </Group>
  </>
);
