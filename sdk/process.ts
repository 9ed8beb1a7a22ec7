export { isCompiled } from "#core/process/compiled";
export { lacks, nativePath, unpacked } from "#core/process/natives";
export { withFolder } from "#core/process/temp-folder";
