/** Slot `talk`: makes a person speak. A picture, a video or one of the engine's own people, and a voice, become a video. */
import type { Engine } from "#core/engine";
import type { SpeakRequest, Voice } from "#sdk/slots/speak";

export interface TalkRequest {
  model: string;
  /** How the person looks and moves. */
  prompt: string;
  /** Portrait of the person. */
  imageUrl?: string;
  /** Video of the person, whose lips are made to say the speech. Only for models whose `faces` have "video". */
  videoUrl?: string;
  /** ID of one of the engine's own people, instead of a portrait. */
  avatar?: string;
  /** What is said. */
  speech: SpeakRequest;
  /**
   * How that sounds: a sound file in the run's folder, made before `create` is called. Missing if `speech.voice` is one
   * of the engine's own voices.
   */
  voicePath?: string;
  /** Empty with `videoUrl`, whose shape is kept. */
  aspectRatio: string;
  resolution: string;
}

/** One of an engine's own people. */
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

/** Makes videos of speaking people. The `duration` of a model limits the speech, `faces` says whom it shows. */
export interface Talker extends Engine<TalkRequest> {
  /** Its own voices, which no other engine can use. Throws EngineError. */
  listVoices?(signal: AbortSignal): Promise<readonly Voice[]>;
  /** Its own people. Throws EngineError. */
  listAvatars?(signal: AbortSignal): Promise<readonly Avatar[]>;
}

declare module "#core/engine" {
  interface Slots {
    talk: Talker;
  }
}
