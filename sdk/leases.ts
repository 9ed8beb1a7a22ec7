/** Leases: time-limited claims on rows, for work that one process at a time may do. */
export {
  clockFrom,
  fromNow,
  isDue,
  isExpired,
  isFree,
  isHeld,
  isOwned,
  keepLease,
  LEASE_MS,
  readNow,
} from "#core/leases";
