import { contentTypes, type Extension } from "vireo/storage";

/** Media formats that can be uploaded. */
const formats = (Object.keys(contentTypes) as Extension[]).filter((name) =>
  /^(video|image|audio)\//.test(contentTypes[name]),
);

/** Further names that browsers and systems have for these formats. The bytes of the file must match anyway. */
const ALIASES: Readonly<Partial<Record<Extension, string>>> = {
  mp4: "video/x-m4v video/m4v video/x-mp4 video/mpeg4 video/mp4v-es application/mp4 video/3gpp video/3gpp2 audio/3gpp audio/3gpp2",
  webm: "video/x-webm audio/webm audio/x-webm",
  mov: "video/mov video/x-quicktime",
  mkv: "video/matroska video/mkv video/x-mkv audio/x-matroska audio/matroska application/x-matroska",
  png: "image/x-png image/apng image/vnd.mozilla.apng",
  jpg: "image/jpg image/pjpeg image/x-jpeg image/x-jpg image/jpe image/jfif",
  webp: "image/x-webp",
  gif: "image/x-gif",
  heic: "image/heif image/heic-sequence image/heif-sequence image/x-heic",
  avif: "image/avif-sequence image/x-avif",
  mp3: "audio/mp3 audio/x-mp3 audio/x-mpeg audio/mpeg3 audio/x-mpeg3 audio/x-mpeg-3 audio/mpg audio/x-mpg audio/x-mpegaudio",
  wav: "audio/x-wav audio/wave audio/x-wave audio/vnd.wave audio/x-pn-wav",
  m4a: "audio/x-m4a audio/m4a audio/x-mp4 audio/x-m4b audio/m4b audio/x-m4p audio/mp4a-latm",
  aac: "audio/x-aac audio/aacp audio/x-hx-aac-adts",
  flac: "audio/x-flac application/flac application/x-flac",
  ogg: "audio/x-ogg audio/opus audio/x-opus audio/vorbis audio/x-vorbis audio/x-vorbis+ogg audio/x-opus+ogg application/ogg",
};

const extensions: ReadonlyMap<string, Extension> = new Map(
  formats.flatMap((name) =>
    [contentTypes[name], ...(ALIASES[name]?.split(" ") ?? [])].map((type): [string, Extension] => [type, name]),
  ),
);

/** Finds the format of a content type, which may be an alias and have parameters. */
export const findExtension = (contentType: string): Extension | undefined =>
  extensions.get(contentType.split(";")[0]!.trim().toLowerCase());

/** Names of all formats that can be uploaded. */
export const supportedTypes: readonly string[] = formats.map((name) => contentTypes[name]);
