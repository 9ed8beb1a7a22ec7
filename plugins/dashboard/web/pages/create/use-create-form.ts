import { useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { useMe } from "../../session";
import { isKind, type Kind, kinds, media } from "../../ui/media";
import { useStored } from "../../ui/stored-form";
import { recall } from "./recent-requests";

/** What is asked for, of any kind; each kind sends what it knows. Empty: left to the model. */
export interface Form {
  prompt: string;
  model: string;
  aspectRatio: string;
  duration: number | "";
  resolution: string;
  imageUrl: string;
  referenceImageUrls: string[];
  personaId: string;
  productId: string;
  styleId: string;
  characterId: string;
  messagingId: string;
  musicId: string;
  negativePrompt: string;
  seed: number | "";
  instrumental: boolean;
  title: string;
  style: string;
}

export const blank: Form = {
  prompt: "",
  model: "",
  aspectRatio: "",
  duration: "",
  resolution: "",
  imageUrl: "",
  referenceImageUrls: [],
  personaId: "",
  productId: "",
  styleId: "",
  characterId: "",
  messagingId: "",
  musicId: "",
  negativePrompt: "",
  seed: "",
  instrumental: true,
  title: "",
  style: "",
};

/** What an address says of the form: fields by their names. */
function given(params: URLSearchParams): Partial<Form> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of params) {
    const was = blank[name as keyof Form];
    if (was === undefined || value === "") continue;
    if (name === "duration" || name === "seed") {
      if (/^\d{1,10}$/.test(value)) found[name] = Number(value);
    } else if (Array.isArray(was)) found[name] = params.getAll(name);
    else found[name] = typeof was === "boolean" ? value === "true" : value;
  }
  return found;
}

/** What was asked for once: all of it where this browser asked, else what the server tells of it. */
async function earlier(id: string): Promise<Partial<Form>> {
  const known = recall(id);
  if (known) return known;
  const prefixes: Record<Kind, string> = { video: "vid_", image: "img_", music: "mus_" };
  const kind = kinds.find((kind) => id.startsWith(prefixes[kind]));
  if (!kind) return {};
  const { prompt, model, aspectRatio = "", title, duration } = await media[kind].get(id);
  return {
    prompt,
    model,
    aspectRatio,
    ...(kind === "video" && duration ? { duration: Math.round(duration) } : {}),
    ...(kind === "music" && title !== prompt ? { title } : {}),
  };
}

/** The form of a kind. It outlives a reload; an address that brings fields, or `from` an earlier request, fills it in. */
export function useCreateForm() {
  const [params, setParams] = useSearchParams();
  const { account } = useMe();
  const asked = params.get("kind");
  const kind = isKind(asked) ? asked : "video";
  const [form, change] = useStored(`create:${account.accountId}:${kind}`, blank);
  const taken = useRef("");

  useEffect(() => {
    const address = params.toString();
    const fields = given(params);
    const from = params.get("from");
    const brings = from !== null || Object.keys(fields).length > 0;
    // It is taken once, although the address stays for a moment.
    if (brings && taken.current === address) return;
    taken.current = address;
    if (!brings) return;
    // A new request begins afresh; a picture or a track is added to the one that is being written.
    const base = from || fields.prompt ? blank : {};
    change({ ...base, ...fields });
    setParams({ kind }, { replace: true });
    if (from)
      void earlier(from).then(
        (before) => change({ ...before, ...fields }),
        () => {},
      );
  }, [params, setParams, change, kind]);

  return { kind, form, change, setKind: (next: Kind) => setParams({ kind: next }) };
}
