import { Type } from "@sinclair/typebox";
import { Closed, ListOf, OneOf, PageQuery, Text, Timestamp, Url } from "vireo/schema";

const Presign = Closed({
  fileName: Text({ minLength: 1, maxLength: 255, description: "Display name, not part of the URL." }),
  contentType: Text({ minLength: 1, maxLength: 100, description: "video/mp4, image/png, audio/mpeg …" }),
  size: Type.Integer({ minimum: 1, description: "Exact size in bytes." }),
});
const Import = Closed({ url: Url("URL to copy the file from.") }, { $id: "ImportUploadRequest" });
/** Discriminated by `url`. */
export const UploadBody = Type.Union([Presign, Import]);
export const UploadForm = Closed({
  file: Type.Unsafe<Blob>({ type: "string", format: "binary", description: "The file." }),
});
export { Import, Presign };

export const Upload = Closed({
  uploadId: Type.String(),
  status: Type.String({ description: "`pending` until the file is received, then `stored`." }),
  url: Type.String({ description: "URL of the file, available once it is stored." }),
  thumbnailUrl: Type.Optional(
    Type.String({ description: "URL of a thumbnail of an image, available some seconds after it is stored." }),
  ),
  uploadUrl: Type.Optional(
    Type.String({ description: "URL for the PUT of the file, while pending. Needs no API key." }),
  ),
  method: Type.Optional(Type.String({ description: "PUT" })),
  expiresAt: Type.Optional(Timestamp("When `uploadUrl` expires.")),
  received: Type.Optional(
    Type.Integer({
      description: "Bytes received so far, in the response to a part of a file. Continue from there.",
    }),
  ),
  fileName: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Array(Type.String(), { description: "Absent if there are none." })),
  contentType: Type.String(),
  size: Type.Integer({ description: "Bytes." }),
  kind: Type.Optional(Type.String({ description: "video, image or audio" })),
  duration: Type.Optional(Type.Number({ description: "Seconds." })),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  videoId: Type.Optional(
    Type.String({ description: "ID of the video created from an uploaded video. See GET /videos/{videoId}." }),
  ),
  createdAt: Timestamp("Time at which the upload was created."),
});
export const UploadList = ListOf("uploads", Upload);

const tag = { minLength: 1, maxLength: 50 };
export const UploadsQuery = Closed({
  ...PageQuery.properties,
  q: Type.Optional(
    Text({ minLength: 1, maxLength: 200, description: "Only uploads whose file name or tags contain this." }),
  ),
  tag: Type.Optional(Text({ ...tag, description: "Only uploads with this tag." })),
  kind: Type.Optional(OneOf(["video", "image", "audio"], { description: "Only uploads of this kind." })),
});
/** Maximum number of tags listed. */
export const MAX_TAGS = 500;
export const UploadTags = Closed({
  tags: Type.Array(
    Closed({ name: Type.String(), count: Type.Integer({ description: "Number of uploads with this tag." }) }),
    {
      description: `By name, at most ${MAX_TAGS}.`,
    },
  ),
});
export const PatchUpload = Closed({
  fileName: Type.Optional(Text({ minLength: 1, maxLength: 255, pattern: "\\S", description: "Display name." })),
  tags: Type.Optional(Type.Array(Text(tag), { maxItems: 20, uniqueItems: true, description: "Replaces all tags." })),
});
