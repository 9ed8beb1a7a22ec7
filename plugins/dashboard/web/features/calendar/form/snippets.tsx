import { Button, Menu } from "@mantine/core";
import { TextQuote } from "lucide-react";
import { Fragment } from "react";
import { Link } from "wouter";
import { useSnippets } from "../../../ui/posts";
import { insertSnippet } from "./length";

const kinds = { hashtags: "Hashtags", caption: "Captions" } as const;

interface Props {
  caption: string;
  onChange(caption: string): void;
}

/** Inserts a set of hashtags or a caption of the workspace. */
export function SnippetMenu({ caption, onChange }: Props) {
  const { data: snippets = [] } = useSnippets();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="subtle" size="compact-xs" leftSection={<TextQuote size={14} />}>
          Insert
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
        {(["hashtags", "caption"] as const).map((kind) => {
          const own = snippets.filter((snippet) => snippet.kind === kind);
          return own.length === 0 ? null : (
            <Fragment key={kind}>
              <Menu.Label>{kinds[kind]}</Menu.Label>
              {own.map((snippet) => (
                <Menu.Item
                  key={snippet.name}
                  title={snippet.text}
                  onClick={() => onChange(insertSnippet(caption, snippet))}
                >
                  {snippet.name}
                </Menu.Item>
              ))}
            </Fragment>
          );
        })}
        {snippets.length === 0 && <Menu.Label>No hashtags or captions saved yet</Menu.Label>}
        <Menu.Divider />
        <Menu.Item component={Link} href="/channels">
          Manage hashtags and captions
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
