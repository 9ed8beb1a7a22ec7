/** UUIDs, and public ids such as `vid_01h…`. */
export { isUuid, newUuid, randomBase62, toPublicId, toUuid } from "#core/ids";
