/** A sound file of a draft: an upload, or a URL. Neither of them: none is chosen yet. */
export interface SoundFile {
  uploadId: string | undefined;
  audioUrl: string | undefined;
  /** URL for the preview. Empty if it is not known. */
  url: string;
  title: string;
  /** Length; 0 if it is not known. */
  seconds: number;
}

export const noFile: SoundFile = { uploadId: undefined, audioUrl: undefined, url: "", title: "", seconds: 0 };

/** Returns the file of a stored layer. Its name is not stored. */
export const toSoundFile = (layer: { uploadId?: string; audioUrl?: string }, title: string): SoundFile => ({
  ...noFile,
  uploadId: layer.uploadId,
  audioUrl: layer.audioUrl,
  url: layer.audioUrl ?? "",
  title: layer.uploadId || layer.audioUrl ? title : "",
});
