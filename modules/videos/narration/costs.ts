/** Price of a narrated video, step by step. */
import type { Engine, Model } from "vireo/engine";
import type { VideoRequest } from "vireo/slots/video";
import type { Videos } from "../context";
import type { Planned } from "../layered";
import type { NarratedRequest, NarrationOrder, Source } from "./order";

type Prices = Videos["prices"];

/** A step of a narrated video, and its price. */
export interface Step {
  step: "script" | "speech" | "render" | "layers" | Source;
  scene?: number;
  engine?: string;
  credits: number;
}

interface PlannedSteps {
  engine: Pick<Engine<never>, "name">;
  model: Model;
  base: VideoRequest;
  order: NarrationOrder;
  sources: readonly Source[];
  /** True if a language model writes the script. */
  wrote: boolean;
  /** Layers on top of it. */
  planned: Planned | undefined;
}

const splitName = (name = ""): [string, string] => [
  name.slice(0, name.indexOf(":")),
  name.slice(name.indexOf(":") + 1),
];

const priceImage = (prices: Prices, { imageModel }: NarrationOrder): number =>
  imageModel === undefined ? 0 : prices.get("image", splitName(imageModel)[1]);

const priceRender = (prices: Prices, model: string, { duration }: VideoRequest): number =>
  Math.ceil(prices.get("video", model) * duration);

/** Returns the credits of the whole video. */
export const priceNarration = (prices: Prices, model: string, { order, ...request }: NarratedRequest): number =>
  priceRender(prices, model, request) + prices.get("voiceover") + order.images * priceImage(prices, order);

/** Lists the steps with their prices, in order. Their sum is `priceNarration` and the price of the layers. */
export function describeCosts({ prices, services }: Videos, steps: PlannedSteps) {
  const { engine, model, base, order, sources, wrote, planned } = steps;
  const [painter] = splitName(order.imageModel);
  const image = priceImage(prices, order);
  const speaker = services.voices.require(order.speech.engine).name;
  const costs: Step[] = [
    ...(wrote ? [{ step: "script" as const, credits: 0 }] : []),
    { step: "speech", engine: speaker, credits: prices.get("voiceover") },
    ...sources.map((step, scene): Step => {
      const isImage = step === "image";
      return { step, scene, engine: isImage ? painter : undefined, credits: isImage ? image : 0 };
    }),
    { step: "render", engine: engine.name, credits: priceRender(prices, model.id, base) },
    ...(planned ? [{ step: "layers" as const, credits: planned.credits }] : []),
  ];
  return { costs, credits: costs.reduce((sum, { credits }) => sum + credits, 0) };
}
