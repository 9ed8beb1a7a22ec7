/** Native libraries and temporary folders, from source and in the compiled binary. */
export { isCompiled } from "#core/process/compiled";
export { setNativeEnv } from "#core/process/native-env";
export { trimNativeHeap } from "#core/process/native-heap";
export { lacks, nativePath, unpacked } from "#core/process/natives";
export { withFolder } from "#core/process/temp-folder";
