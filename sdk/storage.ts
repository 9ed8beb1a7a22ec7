export { contentTypes, type Extension, getContentType, isKey, newStorageKey } from "#core/storage/storage";
