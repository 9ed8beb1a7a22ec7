import type { Health } from "#core/engine";

const CHECK_EVERY_MS = 30_000;

/**
 * Caches a health check, because anyone can request GET /ready, which checks every engine of a vendor.
 * @param everyMs how long a result is used, in milliseconds. Default 30 seconds
 * @example
 * let calls = 0;
 * const check = cacheHealth(async () => ({ ok: true, detail: `call ${++calls}` }));
 * await Promise.all([check(), check()]);
 * calls; // 1
 */
export function cacheHealth(check: () => Promise<Health>, everyMs = CHECK_EVERY_MS): () => Promise<Health> {
  let last: { health: Promise<Health>; at: number } | undefined;
  return () => {
    if (!last || Date.now() - last.at >= everyMs) last = { health: check(), at: Date.now() };
    return last.health;
  };
}
