import { ApiError, invalid } from "vireo/errors";
import type { Context } from "vireo/module";
import { createCaptions } from "./captions";
import type { EditLayer, EditState } from "./edit-request";
import { createMusic } from "./music";
import { createOverlay } from "./overlay";
import type { Captions, Layer, MusicBed, Overlay, Trim, Voiceover } from "./schema";
import type { Speech } from "./speech";
import { toTrim } from "./trim";
import { createVoiceover } from "./voiceover";

/** An edit as sent to its route. */
export type EditBody =
  | { operation: "captions"; body: Captions }
  | { operation: "overlay"; body: Overlay }
  | { operation: "voiceover"; body: Voiceover }
  | { operation: "trim"; body: Trim };

/** A layer of a render: an edit, or music, which has no separate route. */
type LayerBody = EditBody | { operation: "music"; body: MusicBed };

/** Converts edit bodies to the layers that an engine applies. */
export function createLayers(
  context: Pick<Context<unknown, never, "content">, "engines" | "fetch" | "generations" | "media" | "services">,
  speech: Speech,
) {
  const [toCaptions, toOverlay, toVoiceover, toMusic] = [
    createCaptions(context),
    createOverlay(context),
    createVoiceover(speech),
    createMusic(context),
  ];

  async function toLayer({ operation, body }: EditBody, state: EditState) {
    switch (operation) {
      case "captions":
        return toCaptions(body, state);
      case "overlay":
        return toOverlay(body, state);
      case "voiceover":
        return toVoiceover(body, state);
      case "trim":
        return toTrim(body, state);
    }
  }

  /** Checks the layers of a render in order, each with the state left by the previous ones. */
  async function toLayers(layers: readonly Layer[], state: EditState): Promise<EditLayer[]> {
    const checked: EditLayer[] = [];
    let current = state;
    for (const [at, layer] of layers.entries()) {
      const body = toBody(layer, at);
      const checking = body.operation === "music" ? toMusic(body.body, current) : toLayer(body, current);
      const made: EditLayer = await checking.catch((error) => {
        throw nestError(error, `layers.${at}`);
      });
      checked.push(made);
      current = advance(current, made);
    }
    return checked;
  }

  return { toLayer, toLayers };
}

/** Returns the body for the layer's own route. */
function toBody(layer: Layer, at: number): LayerBody {
  switch (layer.type) {
    case "overlay": {
      const { type: _, ...fields } = layer;
      if ((fields.text === undefined) === (fields.imageUrl === undefined)) {
        throw invalid(`layers.${at}.text`, "Send either text or imageUrl.");
      }
      return { operation: "overlay", body: { ...fields, type: fields.text === undefined ? "image" : "text" } };
    }
    default: {
      const { type: operation, ...body } = layer;
      return { operation, body } as LayerBody;
    }
  }
}

function advance(state: EditState, layer: EditLayer): EditState {
  if (layer.operation === "trim") return { ...state, duration: layer.end - layer.start };
  // The voice-over may extend the video by the length of its speech.
  if (layer.operation === "voiceover") return { ...state, duration: undefined, said: layer.speech.text };
  return state;
}

/** Moves the error of one layer to its fields below `path`. */
function nestError(error: unknown, path: string): unknown {
  if (!(error instanceof ApiError) || !error.extra.errors) return error;
  const errors = Object.fromEntries(
    Object.entries(error.extra.errors).map(([field, messages]) => [`${path}.${field}`, messages]),
  );
  return new ApiError(error.kind, `${path}.${error.message}`, { ...error.extra, errors });
}
