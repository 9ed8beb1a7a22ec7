/** Keys and content types of stored files, admission of uploads, and free disk space. */
export type { Permit } from "#core/admission";
export { createGrowthCheck, getFreeBytes } from "#core/disk";
export { contentTypes, type Extension, getContentType, isKey, newStorageKey } from "#core/storage/storage";
