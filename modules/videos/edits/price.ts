import type { Videos } from "../context";
import type { VersionLayer } from "./layers";

/** Names of prices. `music` is the price of a new track. */
const PRICE = {
  captions: "captions",
  overlay: "overlay",
  voiceover: "voiceover",
  trim: "trim",
  music: "musicLayer",
  reframe: "reframe",
  tighten: "tighten",
} as const satisfies Record<VersionLayer["type"], string>;

/** Returns the name of a layer's price. A recording needs no speech engine. */
const getPrice = (layer: VersionLayer) =>
  layer.type === "voiceover" && layer.made.recording ? "recording" : PRICE[layer.type];

/** Returns the credits of layers that are new or changed. */
export const priceLayers = ({ prices }: Videos, layers: readonly VersionLayer[]): number =>
  layers.reduce((sum, layer) => sum + prices.get(getPrice(layer)), 0);
