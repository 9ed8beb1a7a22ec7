/** The voices and avatars that engines offer. If an engine fails, reports it and lists the others. */
import type { Provider } from "vireo/engine";
import type { Context } from "vireo/module";
import type { Speaker, Voice } from "vireo/slots/speak";
import type { Avatar, Talker } from "vireo/slots/talk";

/** The module's context with its shared state. */
export interface Voices extends Context {
  /** Cached lists of voices and avatars, by kind and engine. `until`: when one expires, in Unix milliseconds. */
  lists: Map<string, { items: Promise<readonly unknown[]>; until: number }>;
}

type Listed<Item> = Item & { engine: string };

interface Unavailable {
  engine: string;
  message: string;
}

/** Time for which voices are cached. Vendors change them rarely, and limit requests. */
const KEPT_MS = 10 * 60_000;
/** Shorter time after which a failed vendor is queried again. */
const KEPT_AFTER_ERROR_MS = 15_000;
const LIMIT_MS = 10_000;
const MAX_PER_ENGINE = 500;

/** Lists voices of speech engines, and those that only engines for speaking people can use. */
export function listVoices(voices: Voices, engine?: string) {
  const talkers = voices.engines.of("talk").filter(({ listVoices }) => listVoices);
  const all: (Speaker | Talker)[] = [...voices.engines.of("speak"), ...talkers];
  const selected = all.filter(({ name }) => engine === undefined || name === engine);
  return listAll<Voice, Speaker | Talker>(voices, "voices", selected, readVoices);
}

export function listAvatars(voices: Voices, engine?: string) {
  const talkers = voices.engines.of("talk");
  const selected = talkers.filter(({ name, listAvatars }) => listAvatars && (!engine || name === engine));
  return listAll<Avatar, Talker>(
    voices,
    "avatars",
    selected,
    async (talker, signal) => talker.listAvatars?.(signal) ?? [],
  );
}

async function readVoices(engine: Speaker | Talker, signal: AbortSignal): Promise<readonly Voice[]> {
  if (engine.listVoices) return engine.listVoices(signal);
  const ids = "voices" in engine ? (engine.voices ?? []) : [];
  return ids.map((id) => ({ id, name: id }));
}

async function listAll<Item, Engine extends Provider>(
  voices: Voices,
  what: string,
  providers: readonly Engine[],
  load: (engine: Engine, signal: AbortSignal) => Promise<readonly Item[]>,
) {
  const unavailable: Unavailable[] = [];
  const lists = await Promise.all(
    providers.map(async (engine) => {
      const { name } = engine;
      try {
        const items = await keep(voices, `${what}:${name}`, (signal) => load(engine, signal));
        return items.map((item): Listed<Item> => ({ ...item, engine: name }));
      } catch (error) {
        voices.log.warn(`${what} not listed`, { engine: name, error });
        unavailable.push({ engine: name, message: (error as Error).message });
        return [];
      }
    }),
  );
  return { items: lists.flat(), unavailable };
}

/** Calls an engine once at a time and caches its result. */
function keep<Item>(
  { lists, now }: Voices,
  key: string,
  load: (signal: AbortSignal) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const last = lists.get(key);
  if (last && last.until > now()) return last.items as Promise<readonly Item[]>;
  const items = load(AbortSignal.timeout(LIMIT_MS)).then((all) => all.slice(0, MAX_PER_ENGINE));
  const entry = { items, until: now() + KEPT_MS };
  lists.set(key, entry);
  items.catch(() => {
    entry.until = now() + KEPT_AFTER_ERROR_MS;
  });
  return items;
}
