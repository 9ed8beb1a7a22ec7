import { Elysia } from "elysia";

/** Vendors call this URL when a task has changed. The call is only a hint: the task is always read from the vendor. */
export const callbackRoutes = (pollSoon: (id: string) => Promise<void>) =>
  new Elysia({ normalize: false }).post(
    "/open/callbacks/:id",
    async ({ params, set }) => {
      await pollSoon(params.id);
      set.status = 204;
    },
    { parse: "none", detail: { hide: true } },
  );
