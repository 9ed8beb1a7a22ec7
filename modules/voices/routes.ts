import { Type } from "@sinclair/typebox";
import type { Router } from "vireo/router";
import { Closed, Text } from "vireo/schema";
import { listAvatars, listVoices, type Voices } from "./catalogue";

const engine = Type.String({ description: "Engine that offers it." });
const text = (description: string) => Type.Optional(Type.String({ description }));
const unavailable = Type.Array(Closed({ engine: Type.String(), message: Type.String() }), {
  description: "Engines that did not respond, with the reason.",
});

const VoiceList = Closed({
  voices: Type.Array(
    Closed({
      id: Type.String({ description: "ID at the engine. Use `<engine>:<id>` as `voice`." }),
      engine,
      name: Type.String(),
      language: text("Language of the voice. Absent if it speaks several."),
      gender: text("Description by the vendor."),
      previewUrl: text("A sample."),
    }),
  ),
  unavailable,
});

const AvatarList = Closed({
  avatars: Type.Array(
    Closed({
      id: Type.String({ description: "ID at the engine." }),
      engine,
      name: Type.String(),
      gender: text("Description by the vendor."),
      imageUrl: text("A still."),
      previewUrl: text("A sample."),
    }),
  ),
  unavailable,
});

const query = Closed({
  engine: Type.Optional(Text({ minLength: 1, maxLength: 60, description: "Only voices or avatars of this engine." })),
});

export function addVoiceRoutes(router: Router, voices: Voices): void {
  router
    .get(
      "/voices",
      async ({ query: { engine } }) => {
        const { items, unavailable } = await listVoices(voices, engine);
        return { voices: items, unavailable };
      },
      {
        auth: "media:read",
        detail: { summary: "List the voices of all engines" },
        query,
        response: { 200: VoiceList },
      },
    )
    .get(
      "/avatars",
      async ({ query: { engine } }) => {
        const { items, unavailable } = await listAvatars(voices, engine);
        return { avatars: items, unavailable };
      },
      {
        auth: "media:read",
        detail: {
          summary: "List avatars",
          description: "Stock avatars that speak a script. Assign one to a character as `avatar`.",
        },
        query,
        response: { 200: AvatarList },
      },
    );
}
