import { defineModule } from "vireo/module";
import { commands } from "./commands";
import { type AuditLogService, listEntries, presentEntry } from "./entries";
import { createAuditSchemas } from "./schema";

export const auditLog = defineModule({
  name: "audit-log",
  title: "Audit Log",
  description:
    "Who changed keys, people, credits, accounts, social accounts, webhooks and settings. For administrators.",
  commands,
  start({ router, db, audit }) {
    const { AuditQuery, AuditEntries } = createAuditSchemas(audit.actions);
    const routes = router().get(
      "",
      async ({ query }) => {
        const { rows, pagination } = await listEntries(db, query);
        return { entries: rows.map(presentEntry), pagination };
      },
      {
        auth: "admin",
        detail: {
          operationId: "listAuditLog",
          summary: "List the audit log",
          description:
            "Entries of all accounts, newest first. They are kept for 400 days, even if the resources they name are deleted, and never contain secrets.",
        } as object,
        query: AuditQuery,
        response: { 200: AuditEntries },
      },
    );
    const service: AuditLogService = { list: (query) => listEntries(db, query) };
    return { routes, service };
  },
});
