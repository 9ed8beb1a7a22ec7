import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { GenerateVideoRequest, Model, VideoScene, VideoStoryboardCost } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import type { CreateValues } from "./values";

export const isNarrated = ({ videoType }: CreateValues): boolean => videoType !== "clip";

/** Returns the source of the spoken words: the script, or a topic to write about. */
export const getSource = ({ videoType, script, prompt }: CreateValues): string =>
  videoType === "script" ? script : prompt;

/** Lists the models that make this type of video. */
export const listModels = (models: readonly Model[] | undefined, values: CreateValues) =>
  isNarrated(values) ? models?.filter(({ narrates }) => narrates) : models;

/** Builds the request fields of a narrated video. */
export function toNarration(values: CreateValues, scenes: readonly VideoScene[]): Partial<GenerateVideoRequest> {
  const { videoType, script, prompt, voice, speed, visuals, imageModel, captionStyle, musicVolume } = values;
  const text = scenes.length > 0 ? {} : videoType === "script" ? { script } : { prompt };
  return {
    ...text,
    ...(voice.trim() ? { voice: voice.trim() } : {}),
    ...(speed === 1 ? {} : { speed }),
    ...(visuals ? { visuals: visuals as NonNullable<GenerateVideoRequest["visuals"]> } : {}),
    ...(visuals === "generated" && imageModel ? { imageModel } : {}),
    captions: { style: captionStyle as NonNullable<NonNullable<GenerateVideoRequest["captions"]>["style"]> },
    musicVolume,
  };
}

const TYPING_MS = 700;

/** Reads the costs of a narrated video. Undefined for a topic, whose script is not written yet. */
export function useCosts(body: GenerateVideoRequest | undefined) {
  const [request] = useDebouncedValue(body ? JSON.stringify(body) : "", TYPING_MS);
  const { data } = useQuery({
    queryKey: keys.narrationCosts(request),
    queryFn: () => vireo.videos.storyboard.create(JSON.parse(request)),
    placeholderData: keepPreviousData,
    enabled: request !== "",
    retry: false,
  });
  return body ? data : undefined;
}

const labels: Readonly<Record<VideoStoryboardCost["step"], string>> = {
  script: "script",
  speech: "voice",
  upload: "your media",
  image: "generated images",
  stock: "stock clips",
  design: "designed scenes",
  render: "rendering",
  layers: "layers",
};

/** Lists the steps that cost credits, such as "voice 2, 4 generated images 24, rendering 45". */
export function describeCosts(costs: readonly VideoStoryboardCost[] = []): string {
  const steps = Map.groupBy(
    costs.filter(({ credits }) => credits > 0),
    ({ step }) => step,
  );
  return [...steps]
    .map(([step, items]) => {
      const total = items.reduce((sum, { credits }) => sum + credits, 0);
      return `${items.length > 1 ? `${items.length} ` : ""}${labels[step]} ${total}`;
    })
    .join(", ");
}
