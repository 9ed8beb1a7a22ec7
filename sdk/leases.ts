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
