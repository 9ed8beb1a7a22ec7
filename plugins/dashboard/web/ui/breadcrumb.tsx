import { Anchor, Breadcrumbs, Text } from "@mantine/core";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";

interface Props {
  /** Parent pages. */
  links: readonly { href: string; title: string }[];
  /** The page itself. */
  current?: ReactNode;
}

export const Breadcrumb = ({ links, current }: Props) => (
  <Breadcrumbs component="nav" separator={<ChevronRight size={14} />} aria-label="Breadcrumb">
    {links.map(({ href, title }) => (
      <Anchor key={href} component={Link} href={href} size="sm" maw={360} truncate>
        {title}
      </Anchor>
    ))}
    {current && (
      <Text size="sm" c="dimmed">
        {current}
      </Text>
    )}
  </Breadcrumbs>
);
