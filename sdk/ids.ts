/** UUIDs, and public ids such as `vid_01h…`. */
export { isUuid, newUuid, randomBase62, readUuidTime, toPublicId, toUuid } from "#core/ids";
