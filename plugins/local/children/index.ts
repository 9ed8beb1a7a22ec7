/** The tasks that run in child processes, each loaded where it runs. */
export const children = {
  codec: async () => (await import("./codec")).codec,
  encoder: async () => (await import("./encoder")).encoder,
  image: async () => (await import("./image")).image,
  music: async () => (await import("./music")).music,
  video: async () => (await import("./video")).video,
  edit: async () => (await import("./edit")).edit,
  analyse: async () => (await import("./analyse")).analyse,
  moments: async () => (await import("./moments")).moments,
  plan: async () => (await import("./plan")).plan,
  frames: async () => (await import("./footage")).frames,
  picture: async () => (await import("./footage")).picture,
  jpeg: async () => (await import("./footage")).jpeg,
  thumbnail: async () => (await import("./footage")).thumbnail,
  sound: async () => (await import("./footage")).sound,
  findVoice: async () => (await import("./footage")).findVoice,
  captionGuides: async () => (await import("./caption-guides")).captionGuides,
};

type Children = typeof children;
type Task<Name extends keyof Children> = Awaited<ReturnType<Children[Name]>>;

export type TaskName = keyof Children;
/** What a task is given. The encoder is chosen by the runner. */
export type TaskInput<Name extends TaskName> = Omit<NonNullable<Parameters<Task<Name>>[0]>, "encoder">;
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Task<Name>>>;
