import { Type } from "@sinclair/typebox";
import { Closed, ListOf, Text, Timestamp, Url } from "vireo/schema";

const Presign = Closed({
  fileName: Text({ minLength: 1, maxLength: 255, description: "For people; the address does not contain it." }),
  contentType: Text({ minLength: 1, maxLength: 100, description: "video/mp4, image/png, audio/mpeg …" }),
  size: Type.Integer({ minimum: 1, description: "Bytes, exactly as they will be sent." }),
});
const Import = Closed({ url: Url("Address to copy the file from.") }, { $id: "ImportUploadRequest" });
/** Two closed shapes; which one is meant shows by `url`. */
export const UploadBody = Type.Union([Presign, Import]);
export const UploadForm = Closed({
  file: Type.Unsafe<Blob>({ type: "string", format: "binary", description: "The file." }),
});
export { Import, Presign };

export const Upload = Closed({
  uploadId: Type.String(),
  status: Type.String({ description: "pending until the bytes have come, then stored" }),
  url: Type.String({ description: "The file's address, valid once it is stored." }),
  uploadUrl: Type.Optional(Type.String({ description: "Where to PUT the bytes, while pending. Needs no key." })),
  method: Type.Optional(Type.String({ description: "PUT" })),
  expiresAt: Type.Optional(Timestamp("Until then the bytes may be sent.")),
  fileName: Type.Optional(Type.String()),
  contentType: Type.String(),
  size: Type.Integer({ description: "Bytes." }),
  kind: Type.Optional(Type.String({ description: "video, image or audio" })),
  duration: Type.Optional(Type.Number({ description: "Seconds." })),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  createdAt: Timestamp("When it was asked for."),
});
export const Uploads = ListOf("uploads", Upload);
