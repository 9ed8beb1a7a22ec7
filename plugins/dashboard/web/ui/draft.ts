/**
 * Unfinished work that is kept on the server, so that it can be continued in another browser. Changes are saved a moment
 * after they are made. Until then, and while the server can't be reached, this tab keeps them.
 */
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { VireoError } from "vireo/client";
import { handleRefusal, vireo } from "../api";
import { sessionHeaders } from "../workspace";

type Content = Record<string, unknown>;

const SAVE_MS = 800;
const RETRY_MS = 5_000;

/** A draft as this tab keeps it while it is not saved: the revision that the changes are based on. */
interface Unsaved {
  revision: number;
  content: Content;
}

const getKey = (name: string) => `draft:${name}`;

function readUnsaved(name: string): Unsaved | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(getKey(name)) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function keepUnsaved(name: string, unsaved: Unsaved | undefined): void {
  try {
    if (unsaved) sessionStorage.setItem(getKey(name), JSON.stringify(unsaved));
    else sessionStorage.removeItem(getKey(name));
  } catch {
    // Storage may be full or blocked. Then only a reload within the next second loses the change.
  }
}

/** Lists drafts that this tab has not saved yet. */
export function listUnsaved(prefix: string): string[] {
  try {
    const start = getKey(prefix);
    return Object.keys(sessionStorage).flatMap((key) => (key.startsWith(start) ? key.slice(getKey("").length) : []));
  } catch {
    return [];
  }
}

/** Compares JSON values. The server does not keep the order of fields. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return a === b;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isEqual((a as Content)[name], (b as Content)[name]));
}

const isKind = (error: unknown, ...kinds: string[]) => error instanceof VireoError && kinds.includes(error.kind);

const EMPTY: Unsaved = { revision: 0, content: {} };

/** A draft of the server. One that does not exist is empty. */
async function readSaved(name: string): Promise<Unsaved> {
  try {
    // Asking for a draft that does not exist would leave an error in the browser's console.
    const { drafts } = await vireo.drafts.list({ prefix: name });
    if (!drafts.some((draft) => draft.name === name)) return EMPTY;
    const { revision, content } = await vireo.drafts.get(name);
    return { revision, content };
  } catch (error) {
    if (isKind(error, "not_found")) return EMPTY;
    throw error;
  }
}

/** The parts of a draft by key, such as the forms of an editor. */
export class Draft {
  readonly name: string;
  #content: Content;
  #revision: number;
  /** True once another window has changed the draft. Nothing is saved until the person decides. */
  #isConflict: boolean;
  /** What was sent last. The response may be lost. */
  #sent: Content | undefined;
  #isRemoved = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | undefined;
  readonly #listeners = new Set<() => void>();

  private constructor(name: string, saved: Unsaved) {
    this.name = name;
    const unsaved = readUnsaved(name);
    this.#content = unsaved?.content ?? saved.content;
    this.#revision = saved.revision;
    const isSame = unsaved && isEqual(unsaved.content, saved.content);
    this.#isConflict = unsaved !== undefined && !isSame && unsaved.revision !== saved.revision;
    if (isSame) keepUnsaved(name, undefined);
    else if (unsaved && !this.#isConflict) this.#schedule();
  }

  /** Reads a draft. Changes that this tab has not saved yet replace the saved ones. */
  static async load(name: string): Promise<Draft> {
    return new Draft(name, await readSaved(name));
  }

  /** Returns a part of the draft. Fields that it lacks have the defaults. */
  read<Value extends object>(key: string, defaults: Value): Value {
    const value = this.#content[key];
    return typeof value === "object" && value !== null ? { ...defaults, ...value } : defaults;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#content, key);
  }

  /** Changes a part. It is saved soon. */
  write(key: string, value: object): void {
    if (this.#isRemoved || isEqual(this.#content[key], value)) return;
    this.#content = { ...this.#content, [key]: value };
    keepUnsaved(this.name, { revision: this.#revision, content: this.#content });
    this.#schedule();
  }

  get isConflict(): boolean {
    return this.#isConflict;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Saves this window's draft over that of the other one. */
  async keepOwn(): Promise<void> {
    this.#revision = (await readSaved(this.name)).revision;
    this.#setConflict(false);
    await this.#save();
  }

  /** Drops this window's changes. Load the draft again afterwards. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    keepUnsaved(this.name, undefined);
  }

  /** Deletes the draft, whose content has been used or discarded. */
  async remove(): Promise<void> {
    this.#isRemoved = true;
    this.drop();
    await this.#saving;
    if (this.#revision > 0 || this.#sent) await vireo.drafts.delete(this.name).catch(() => {});
  }

  /** Saves pending changes now. */
  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    void this.#save();
  }

  /** Saves pending changes while the page is being closed. */
  flushAtClose(): void {
    if (this.#timer === undefined) return;
    this.#sent = this.#content;
    void fetch(`/api/v1/drafts/${this.name}`, {
      method: "PUT",
      keepalive: true,
      headers: { ...sessionHeaders, "content-type": "application/json" },
      body: JSON.stringify({ content: this.#content, revision: this.#revision }),
    }).catch(() => {});
  }

  #schedule(ms = SAVE_MS): void {
    if (this.#isConflict || this.#isRemoved) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), ms);
  }

  async #save(): Promise<void> {
    this.#timer = undefined;
    await this.#saving;
    this.#saving = this.#send();
    await this.#saving;
  }

  async #send(): Promise<void> {
    const content = this.#content;
    const before = this.#sent;
    this.#sent = content;
    try {
      const { revision } = await vireo.drafts.save(this.name, { content, revision: this.#revision });
      this.#revision = revision;
      // More may have been written meanwhile, which is saved next.
      keepUnsaved(
        this.name,
        content === this.#content || this.#isRemoved ? undefined : { revision, content: this.#content },
      );
    } catch (error) {
      if (isKind(error, "draft_changed", "not_found")) await this.#compare(before);
      else if (isKind(error, "network_error", "timeout", "internal_error")) this.#schedule(RETRY_MS);
      else handleRefusal(error);
    }
  }

  /** Continues if the saved revision is this window's own, whose response was lost. Otherwise asks the person. */
  async #compare(sent: Content | undefined): Promise<void> {
    const saved = await readSaved(this.name).catch(() => undefined);
    if (saved && sent && isEqual(saved.content, sent)) {
      this.#revision = saved.revision;
      this.#schedule(0);
    } else this.#setConflict(true);
  }

  #setConflict(isConflict: boolean): void {
    this.#isConflict = isConflict;
    for (const listener of this.#listeners) listener();
  }
}

/** A draft that was loaded, or why it could not be. */
export type DraftState = { draft?: Draft; error?: unknown; reload(): void };

/** Loads a draft and saves it until the component is unmounted. `prepare` may change it before it is shown. */
export function useDraft(name: string, prepare?: (draft: Draft) => void): DraftState {
  const [state, setState] = useState<{ draft?: Draft; error?: unknown }>({});
  const [loads, setLoads] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loads` loads it again, a new `prepare` does not
  useEffect(() => {
    let current: Draft | undefined;
    let isLeft = false;
    setState({});
    Draft.load(name).then(
      (draft) => {
        if (isLeft) return;
        current = draft;
        prepare?.(draft);
        setState({ draft });
      },
      (error) => !isLeft && setState({ error }),
    );
    const close = () => current?.flushAtClose();
    addEventListener("pagehide", close);
    return () => {
      isLeft = true;
      removeEventListener("pagehide", close);
      current?.flush();
    };
  }, [name, loads]);
  return { ...state, reload: () => setLoads((before) => before + 1) };
}

const DraftContext = createContext<Draft | undefined>(undefined);
export const DraftProvider = DraftContext.Provider;

/** The draft of the page. Only inside of a `DraftProvider`. */
export function useOpenDraft(): Draft {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error("useOpenDraft needs a DraftProvider.");
  return draft;
}

/** True once another window has changed the draft. */
export const useConflict = (draft: Draft): boolean => useSyncExternalStore(draft.subscribe, () => draft.isConflict);
