import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useRef } from "react";
import type { VideoScene } from "vireo/client";
import { useSearchParams } from "wouter";
import { useMe } from "../../session";
import { useStoredForm } from "../../ui/form";
import { type Kind, kinds, media } from "../../ui/media";
import { recallRequest } from "./recent-requests";
import { blank, type CreateValues } from "./values";

export type CreateForm = UseFormReturnType<CreateValues>;

/** Reads form fields from the URL. */
function parseFields(params: URLSearchParams): Partial<CreateValues> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of params) {
    const initial = blank[name as keyof CreateValues];
    if (initial === undefined || value === "") continue;
    if (name === "duration" || name === "seed") {
      if (/^\d{1,10}$/.test(value)) fields[name] = Number(value);
    } else if (Array.isArray(initial)) fields[name] = params.getAll(name);
    else fields[name] = typeof initial === "boolean" ? value === "true" : value;
  }
  return fields;
}

/** Turns the narration of a video into a script, so that it is narrated again in the same words. */
function toScript(scenes: readonly VideoScene[]): Partial<CreateValues> {
  const sentences = scenes.flatMap(({ narration }) => narration ?? []);
  return sentences.length > 0 ? { videoType: "script", script: sentences.join(" ") } : {};
}

/**
 * Loads the values of an earlier request: all of them if it was made in this browser, otherwise those that the API returns.
 * `withScenes` adds the storyboard of the video, even if the request had none.
 */
async function loadRequest(id: string, withScenes: boolean): Promise<Partial<CreateValues>> {
  const remembered = recallRequest(id);
  if (remembered && !withScenes) return remembered;
  const prefixes: Record<Kind, string> = { video: "vid_", image: "img_", music: "mus_" };
  const kind = kinds.find((kind) => id.startsWith(prefixes[kind]));
  if (!kind) return {};
  const { prompt, model, aspectRatio = "", title, duration, scenes = [] } = await media[kind].get(id);
  const narrated = toScript(scenes);
  return {
    ...remembered,
    prompt,
    model,
    aspectRatio,
    ...narrated,
    ...(withScenes ? { scenes: [...scenes], scenesPrompt: narrated.script ?? prompt } : {}),
    ...(kind === "video" && duration ? { duration: Math.round(duration) } : {}),
    ...(kind === "music" && title !== prompt ? { title } : {}),
  };
}

/** Form of a kind. The URL can set fields, or repeat a request with `?from=vid_…`; `&storyboard` adds its scenes. */
export function useCreateForm(kind: Kind): CreateForm {
  const [params, setParams] = useSearchParams();
  const { account } = useMe();
  const form = useStoredForm(`create:${account.accountId}:${kind}`, blank);
  const { setValues } = form;
  const handledUrl = useRef("");
  useEffect(() => {
    const url = params.toString();
    // The URL keeps its fields until the next render: apply them only once.
    if (handledUrl.current === url) return;
    handledUrl.current = url;
    const fields = parseFields(params);
    const from = params.get("from");
    if (from === null && Object.keys(fields).length === 0) return;
    // A prompt starts a new request. Other fields, such as an image, are added to the current one.
    setValues({ ...(from || fields.prompt ? blank : {}), ...fields });
    setParams({ kind }, { replace: true });
    if (from) {
      void loadRequest(from, params.has("storyboard")).then(
        (values) => setValues({ ...values, ...fields }),
        () => {},
      );
    }
  }, [params, setParams, setValues, kind]);
  return form;
}
