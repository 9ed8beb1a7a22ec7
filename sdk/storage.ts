export { contentTypeOf, contentTypes, type Extension, isKey, newKey } from "#core/storage/storage";
