import { ActionIcon, Button, Group, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Link as LinkIcon, Printer } from "lucide-react";
import { useRef, useState } from "react";
import { VireoError } from "vireo/client";
import { useSearchParams } from "wouter";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import { GroupFilter } from "../../ui/group-filter";
import { lazyDialog } from "../../ui/lazy-dialog";
import { Page } from "../../ui/page";
import { QueryView } from "../../ui/query-view";
import { getDay, localZone } from "../../ui/time";
import { sessionHeaders } from "../../workspace";
import "./reports.css";

const ReviewDialog = lazyDialog(() => import("../../ui/review-dialog"));

const monthName = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "long", timeZone: "UTC" });

/** Moves a month such as 2026-11 by some months. */
function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
}

/** Reads the page of a report, which a link shows too. */
async function readPage(query: Record<string, string>): Promise<string> {
  const response = await fetch(`/api/v1/social/report.html?${new URLSearchParams(query)}`, {
    headers: sessionHeaders,
  });
  if (response.ok) return response.text();
  const { kind = "internal_error", detail = response.statusText } = await response.json().catch(() => ({}));
  throw new VireoError(kind, detail, { status: response.status });
}

/** What was published in a month, to print and to share. */
export default function ReportsPage() {
  const [params, setParams] = useSearchParams();
  const [isSharing, setSharing] = useState(false);
  const canShare = useCan("social:draft");
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(600);
  const current = getDay(Date.now()).slice(0, 7);
  const sent = params.get("month") ?? "";
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(sent) ? sent : current;
  const group = params.get("group") ?? undefined;
  const report = { month, timezone: localZone, ...(group ? { group } : {}) };
  const query = useQuery({ queryKey: keys.report(report), queryFn: () => readPage(report) });
  const show = (next: { month?: string; group?: string | undefined }) => {
    const all = { month, group, ...next };
    setParams({ month: all.month, ...(all.group ? { group: all.group } : {}) }, { replace: true });
  };
  const name = monthName.format(new Date(`${month}-01T00:00:00Z`));
  return (
    <Page
      title="Reports"
      text="What was published in a month, and what it brought"
      actions={
        <>
          <GroupFilter group={group} show={(next) => show({ group: next })} />
          <Button
            variant="default"
            leftSection={<Printer size={16} />}
            disabled={!query.data}
            onClick={() => frame.current?.contentWindow?.print()}
          >
            Print
          </Button>
          {canShare && (
            <Button leftSection={<LinkIcon size={16} />} onClick={() => setSharing(true)}>
              Share
            </Button>
          )}
        </>
      }
    >
      <Group gap="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Previous month"
          onClick={() => show({ month: addMonths(month, -1) })}
        >
          <ChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Next month"
          disabled={month >= current}
          onClick={() => show({ month: addMonths(month, 1) })}
        >
          <ChevronRight size={18} />
        </ActionIcon>
        <Title order={2} size="h4" aria-live="polite">
          {name}
        </Title>
      </Group>
      <QueryView query={query} lines={12}>
        {(html) => (
          <iframe
            ref={frame}
            className="report"
            title={`Report for ${name}`}
            // Without scripts. The same origin lets it print, and be as high as its content.
            sandbox="allow-same-origin allow-modals allow-popups"
            srcDoc={html.replace("<head>", '<head><base target="_blank">')}
            style={{ height }}
            onLoad={({ currentTarget: { contentDocument } }) =>
              setHeight(contentDocument?.documentElement.scrollHeight ?? height)
            }
          />
        )}
      </QueryView>
      {isSharing && (
        <ReviewDialog title={`Share the report for ${name}`} content={{ report }} close={() => setSharing(false)} />
      )}
    </Page>
  );
}
