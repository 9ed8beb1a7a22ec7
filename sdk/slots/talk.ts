/** Slot `talk`: makes videos of a person who speaks, from a voice and an image, a video or an avatar of the engine. */
import type { Engine } from "#core/engine";
import type { SpeakRequest, Voice } from "#sdk/slots/speak";

/** A video of a person who speaks. */
export interface TalkRequest {
  model: string;
  /** How the person looks and moves. */
  prompt: string;
  /** Portrait of the person. */
  imageUrl?: string;
  /** Video of the person, whose lips are synchronized with the speech. Only for models whose `faces` contain "video". */
  videoUrl?: string;
  /** Id of an avatar of the engine, instead of a portrait. */
  avatar?: string;
  /** What is said. */
  speech: SpeakRequest;
  /**
   * The spoken text: an audio file in the run's folder, made before `create` is called. Missing if `speech.voice` is one of
   * the engine's own voices.
   */
  voicePath?: string;
  /** Empty with `videoUrl`: the video keeps its aspect ratio. */
  aspectRatio: string;
  resolution: string;
}

/** A person that an engine provides. */
export interface Avatar {
  id: string;
  name: string;
  /** As the vendor describes it: "female". */
  gender?: string;
  /** URL of a still. */
  imageUrl?: string;
  /** URL of a sample. */
  previewUrl?: string;
}

/** An engine for videos of speaking people. The `duration` of a model limits the speech. */
export interface Talker extends Engine<TalkRequest> {
  /** Lists its own voices, which no other engine can use. Throws EngineError. */
  listVoices?(signal: AbortSignal): Promise<readonly Voice[]>;
  /** Lists its avatars. Throws EngineError. */
  listAvatars?(signal: AbortSignal): Promise<readonly Avatar[]>;
}

declare module "#core/engine" {
  interface Slots {
    talk: Talker;
  }
}
