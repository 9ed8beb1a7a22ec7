import { defineModule } from "vireo/module";
import { createUploads } from "./context";
import { migrations } from "./migrations";
import { sweepUploads } from "./one-time";
import { addUploadRoutes, createOneTimeRoutes } from "./routes";
import { findHeldKeys, findUpload, listKeys, storeUrl, type UploadsService } from "./uploads";

export const upload = defineModule({
  name: "upload",
  prefix: "",
  uses: ["local"],
  scopes: ["media:read", "media:write"],
  description: "Upload files directly or to a one-time URL, or copy them from a URL.",
  migrations,
  start(context) {
    const uploads = createUploads(context);
    const routes = context.router();
    addUploadRoutes(routes, uploads);
    const service: UploadsService = {
      follow(follower) {
        uploads.follower = follower;
      },
      listKeys: (accountId, ids) => listKeys(uploads, accountId, ids),
      find: (accountId, id) => findUpload(uploads, accountId, id),
      importFile: (accountId, url, wanted) => storeUrl(uploads, accountId, url, wanted),
      findHeld: findHeldKeys,
    };
    return {
      routes,
      open: createOneTimeRoutes(uploads),
      service,
      jobs: uploads.thumbnails.jobs,
      schedules: { sweep: { cron: "0 41 * * * *", run: () => sweepUploads(uploads) } },
    };
  },
});
