import type { Router } from "vireo/router";
import type { Social } from "../context";
import { createReportPage } from "./page";
import { readReport } from "./read-report";
import { ReportQuery } from "./schema";

export const addReportRoutes = (router: Router, social: Social): unknown =>
  router.get(
    "/report.html",
    async ({ caller, query, request }) => createReportPage(await readReport(social, caller.accountId, query), request),
    {
      auth: "social:read",
      detail: {
        operationId: "getSocialReport",
        summary: "Get a monthly report as a page",
        description:
          "Shows what was published, the metrics compared with the month before, and the best posts. Prints on A4. To share it, send `report` to POST /social/reviews.",
        responses: { 200: { description: "A page.", content: { "text/html": { schema: { type: "string" } } } } },
      } as object,
      query: ReportQuery,
    },
  );
