/** Fetching user-supplied URLs, and telling public addresses from private ones. */
export { isPublicAddress, isPublicHost, parseAddress } from "#core/fetch/address";
export { nameUrl } from "#core/fetch/error";
export { createSafeFetch, FetchError, type SafeFetch, UnsafeUrlError } from "#core/fetch/fetch";
