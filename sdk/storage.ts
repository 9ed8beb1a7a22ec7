/** Keys and content types of stored files. */
export { contentTypes, type Extension, getContentType, isKey, newStorageKey } from "#core/storage/storage";
