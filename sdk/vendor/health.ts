import type { Health } from "#core/engine";

const CHECK_EVERY_MS = 30_000;

/** Caches a health check, because anyone can request GET /ready and each engine of a vendor is checked then. */
export function cacheHealth(check: () => Promise<Health>, everyMs = CHECK_EVERY_MS): () => Promise<Health> {
  let last: { health: Promise<Health>; at: number } | undefined;
  return () => {
    if (!last || Date.now() - last.at >= everyMs) last = { health: check(), at: Date.now() };
    return last.health;
  };
}
