export { isCompiled } from "#core/process/compiled";
export { setNativeEnv } from "#core/process/native-env";
export { lacks, nativePath, unpacked } from "#core/process/natives";
export { withFolder } from "#core/process/temp-folder";
