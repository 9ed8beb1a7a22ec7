export { isUuid, newUuid, randomBase62, toPublicId, toUuid } from "#core/ids";
