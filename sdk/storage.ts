/** Keys and content types of stored files, and free disk space. */
export { createGrowthCheck, getFreeBytes } from "#core/disk";
export { contentTypes, type Extension, getContentType, isKey, newStorageKey } from "#core/storage/storage";
