import { Button, Menu } from "@mantine/core";
import { ChevronDown, Download } from "lucide-react";
import { VireoError } from "vireo/client";
import { DASHBOARD_HEADER } from "../../api";
import type { Range } from "../../ui/analytics";
import { downloadFile } from "../../ui/csv";
import { showError } from "../../ui/failure";
import { localZone } from "../../ui/time";
import { workspaceHeaders } from "../../workspace";
import { facets } from "./facets";

const options = [{ groupBy: "post", title: "Post" }, { groupBy: "day", title: "Day" }, ...facets];

async function exportCsv({ from, to, group }: Range, groupBy: string): Promise<void> {
  const query = new URLSearchParams({ from: `${from}`, to: `${to}`, groupBy, timezone: localZone });
  if (group) query.set("group", group);
  // Not a link: over plain HTTP, browsers don't tell the server that a link was on its own page.
  const response = await fetch(`/api/v1/social/analytics.csv?${query}`, {
    headers: { ...DASHBOARD_HEADER, ...workspaceHeaders },
  });
  if (!response.ok) throw new VireoError("unexpected_answer", `The server returned status ${response.status}.`);
  downloadFile(`analytics-by-${groupBy}.csv`, await response.text());
}

/** Downloads the results as CSV, with one row per post, day or platform. */
export const ExportMenu = ({ range }: { range: Range }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button variant="default" leftSection={<Download size={16} />} rightSection={<ChevronDown size={14} />}>
        Export CSV
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {options.map(({ groupBy, title }) => (
        <Menu.Item key={groupBy} onClick={() => void exportCsv(range, groupBy).catch(showError)}>
          By {title.toLowerCase()}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
