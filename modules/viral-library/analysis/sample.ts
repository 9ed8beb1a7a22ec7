import type { HookForm } from "vireo/hooks";
import type { Analysis } from "../schema";
import type { VideoRow } from "../videos/store";
import notesText from "./sample-notes.txt" with { type: "text" };
import scenesText from "./sample-scenes.txt" with { type: "text" };

/**
 * Texts for one subject: its name, and the visible content of its videos (opening, two shots from the middle, the end).
 */
interface Subject {
  topic: string;
  shots: string[];
}

const subjects = new Map<string, Subject>(
  scenesText
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", topic = "", ...shots] = line.split(" | ");
      return [name, { topic, shots }];
    }),
);

/** Analysis texts of one sample, line by line in the order of `demo.txt`. */
interface Note {
  why: string;
  /** Visible content of the first second. */
  opening: string;
  /** Visible content of the turn. */
  turn: string;
  /** Its opening, adapted for another video. */
  hook: string;
}

const notes: readonly Note[] = notesText
  .trim()
  .split("\n")
  .map((line) => {
    const [why = "", opening = "", turn = "", hook = ""] = line.split(" | ");
    return { why, opening, turn, hook };
  });

/** Analysis texts of a technique: why it works, what to copy, and what is heard and read in its scenes. */
interface Script {
  why: string;
  copy: string;
  next: (topic: string) => string;
  audio: string;
  setup: string;
  turn: string;
  end: string;
}

const scripts: Readonly<Record<HookForm, Script>> = {
  pov: {
    why: "The viewer is cast as the person in the scene, so there is nothing to explain",
    copy: "Write the situation on screen, act it once, and stop before it gets long",
    next: (topic) => `POV: you said you had ${topic} under control`,
    audio: "room sound, no voice",
    setup: "The situation is clear from one look",
    turn: "The look into the camera that makes it a joke",
    end: "Ends on the reaction, so that it loops",
  },
  warning: {
    why: "It attacks a habit that most viewers have, so they stay to find out whether they are wrong",
    copy: "Show the wrong way for two seconds before you put it right",
    next: (topic) => `The advice on ${topic} that I stopped following`,
    audio: "voice to camera, quick and dry",
    setup: "The usual way, without comment",
    turn: "Cut on the word “stop”: the better way",
    end: "Both results next to each other",
  },
  list: {
    why: "The number promises an end, and people stay for the last point",
    copy: "Put the strongest point last, and say in the opening that it comes",
    next: (topic) => `3 things about ${topic} that took me years to learn`,
    audio: "voice-over, one sentence a point",
    setup: "Point one, with its number on screen",
    turn: "The next points, faster than the first",
    end: "All points on one still, for a screenshot",
  },
  comparison: {
    why: "Two things side by side raise a question that only the end answers",
    copy: "Keep everything but one thing the same, so that the difference shows by itself",
    next: (topic) => `${topic} before and after one change`,
    audio: "voice-over, one sentence a side",
    setup: "The first of the two, as most people know it",
    turn: "The second, from the same angle",
    end: "Both in one picture, for as long as it takes to compare",
  },
  process: {
    why: "Watching something take shape needs no words, and the result is the reward",
    copy: "Show the finished thing for one second first, then the steps in order",
    next: (topic) => `Behind the scenes of ${topic}, from the first minute to the last`,
    audio: "the sounds of the work, close to the microphone",
    setup: "The first step, hands and material",
    turn: "The step where it starts to look like something",
    end: "The finished thing, turned once in good light",
  },
  question: {
    why: "The question is one that viewers can answer, so the comments do the work",
    copy: "Answer it in the video, and leave one thing open",
    next: (topic) => `Be honest: how much of ${topic} is habit?`,
    audio: "voice from behind the camera",
    setup: "The question stays on screen",
    turn: "The first half of the answer",
    end: "Asks viewers for theirs",
  },
  "how-to": {
    why: "It solves one small problem from start to end, and is worth a save",
    copy: "Show the result first, then three steps, one shot each",
    next: (topic) => `How ${topic} gets easier with ten minutes a day`,
    audio: "calm voice-over with the sounds of the work",
    setup: "Step one from above, hands only",
    turn: "The step that most people skip, held longer",
    end: "The result again, in better light",
  },
  test: {
    why: "The outcome is open until the end, and the honest verdict makes it credible",
    copy: "Film every day from the same angle and keep the bad day in",
    next: (topic) => `30 days of ${topic}, filmed from the same spot`,
    audio: "diary voice, one sentence a day",
    setup: "Day one, with the rule of the test",
    turn: "The low point in the middle",
    end: "First and last day side by side, and the verdict",
  },
  story: {
    why: "It starts in the middle of the event, and one odd detail makes it believable",
    copy: "Begin with the worst moment, then go back one hour",
    next: (topic) => `The day ${topic} went wrong, and what I changed`,
    audio: "voice told to one person, no music at first",
    setup: "Where and when, in one sentence",
    turn: "What nobody expected",
    end: "What changed since",
  },
  statement: {
    why: "The first sentence says everything, and the picture proves it at once",
    copy: "One idea, one place, no introduction",
    next: (topic) => `Nobody tells you this about ${topic}`,
    audio: "original sound of the scene",
    setup: "The proof, very close",
    turn: "The same thing from another side",
    end: "A second of stillness before it starts over",
  },
};
const OTHERS: readonly HookForm[] = ["how-to", "question", "warning", "list", "pov"];

/** Scenes of sample videos are written, because the videos were never filmed. */
export const isSample = ({ tiktok_id }: Pick<VideoRow, "tiktok_id">): boolean => tiktok_id.startsWith("sample-");

/** Completes the analysis of a sample video: why it works, what to copy, hooks to test, and its scenes. */
export function writeSampleAnalysis(video: VideoRow, technique: HookForm, analysis: Analysis): Analysis {
  const script = scripts[technique];
  const { topic, shots } = findSubject(video);
  const note = notes[Number(video.tiktok_id.slice("sample-".length)) - 1];
  const others = OTHERS.filter((form) => form !== technique);
  const other = others[Bun.hash.xxHash32(video.description) % others.length]!;
  const opening = note?.opening ?? shots[0] ?? topic;
  const visuals = [opening, shots[1] ?? opening, note?.turn ?? shots[2] ?? opening, shots[3] ?? opening];
  return {
    ...analysis,
    tags: [topic, ...analysis.tags.filter((tag) => !subjects.has(tag) && tag !== topic)],
    whyItPerformed: [...(note ? [note.why] : []), script.why, ...analysis.whyItPerformed],
    attributesToCopy: [...analysis.attributesToCopy, script.copy, `Opens on this: ${opening}`],
    hooksToTest: [...(note ? [note.hook] : []), ...[technique, other].map((form) => scripts[form].next(topic))],
    keyframes: listScenes(analysis.hook, script, visuals, analysis.durationSeconds),
  };
}

function findSubject({ hashtags }: VideoRow): Subject {
  const name = hashtags.findLast((tag) => subjects.has(tag));
  return (name && subjects.get(name)) || { topic: hashtags[0] ?? "this", shots: [] };
}

/** Spreads opening, setup, turn and end over the length. */
function listScenes(hook: string, script: Script, visuals: readonly string[], seconds: number): Analysis["keyframes"] {
  const ends = Math.max(4, seconds - 3);
  const scenes = [
    { at: 0, type: "hook", description: "Opens without a greeting, the hook on screen", text: hook },
    { at: Math.min(3, ends / 3), type: "scene", description: script.setup, text: "" },
    { at: ends / 2, type: "transition", description: script.turn, text: "" },
    { at: ends, type: "cta", description: script.end, text: "Follow for the next one" },
  ];
  return scenes.map(({ at, type, description, text }, i) => ({
    timestamp: Math.round(at),
    type,
    description,
    visual: visuals[i] ?? "",
    audio: i === 0 ? "starts on the first word, no intro" : script.audio,
    text,
  }));
}
