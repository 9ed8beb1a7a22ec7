export {
  clockFrom,
  fromNow,
  isDue,
  isExpired,
  isFree,
  isOwned,
  keepLease,
  LEASE_MS,
  readNow,
} from "#core/leases";
