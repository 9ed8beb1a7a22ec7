import type { Cue } from "#sdk/slots/transcribe";

/** Random numbers from 0 to 1 that are the same in each run. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Spoken {
  cues: Cue[];
  duration: number;
  levels: number[];
  /** Start and end of each text. */
  parts: { start: number; end: number }[];
}

/** Speaks texts one after the other: about 2.7 words per second, with pauses after sentences and texts. */
export function speak(texts: readonly string[], random: () => number): Spoken {
  const cues: Cue[] = [];
  const parts: Spoken["parts"] = [];
  let time = 0.6;
  const round = (value: number) => Math.round(value * 100) / 100;
  for (const text of texts) {
    const start = round(time);
    for (const sentence of text.match(/[^.!?]+[.!?]*/g) ?? []) {
      const words = sentence
        .trim()
        .split(/\s+/)
        .map((word) => {
          const from = round(time);
          time += 0.12 + 0.045 * word.length + 0.05 * random();
          const spoken = { word, start: from, end: round(time) };
          time = spoken.end + (word.endsWith(",") ? 0.2 : 0.04);
          return spoken;
        });
      cues.push({ start: words[0]!.start, end: words.at(-1)!.end, text: sentence.trim(), words });
      time += 0.35 + 0.2 * random();
    }
    parts.push({ start, end: cues.at(-1)!.end });
    time += 0.8 + 0.4 * random();
  }
  const duration = round(time + 0.5);
  return { cues, duration, levels: drawLevels(cues, duration, random), parts };
}

/** Levels of a voice at about -20 dBFS within words, and of a room at about -62 dBFS between them. */
export function drawLevels(cues: readonly Cue[], duration: number, random: () => number): number[] {
  const levels = Array.from({ length: Math.round(duration * 100) }, () => -62 + 4 * random());
  for (const { words = [] } of cues)
    for (const { start, end } of words)
      for (let i = Math.round(start * 100); i < Math.min(levels.length, Math.round(end * 100)); i++)
        levels[i] = -24 + 10 * random();
  return levels;
}

/** Share of the time of both periods together that both have in common. */
export function measureOverlap(a: { start: number; end: number }, b: { start: number; end: number }): number {
  const common = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  return Math.max(0, common) / (Math.max(a.end, b.end) - Math.min(a.start, b.start));
}

export const PLANTED = {
  en:
    "Why do most people never pay off their first house? I asked 400 families in Denver, and the answer was a mistake in the second year. " +
    "They refinance the mortgage when the bank calls, and the clock starts again at zero. " +
    "The Miller family paid 1200 dollars every month for eleven years, and their debt grew by 9000 dollars. " +
    "One sheet of paper would have saved them. Write the original end date of your mortgage on the fridge. " +
    "Never sign a contract that moves this date. That is why my own house was paid off after 14 years.",
  de:
    "Warum zahlen die meisten Leute ihr erstes Haus nie ab? Ich habe 400 Familien in Leipzig gefragt, und die Antwort war ein Fehler im zweiten Jahr. " +
    "Sie schulden den Kredit um, sobald die Bank anruft, und die Uhr beginnt wieder bei null. " +
    "Familie Krüger zahlte elf Jahre lang jeden Monat 1200 Euro, und ihre Schulden wuchsen um 9000 Euro. " +
    "Ein einziges Blatt Papier hätte sie gerettet. Schreibt das ursprüngliche Enddatum eures Kredits an den Kühlschrank. " +
    "Unterschreibt niemals einen Vertrag, der dieses Datum verschiebt. Deshalb war mein eigenes Haus nach 14 Jahren bezahlt.",
};

export const FILLER = {
  en: [
    "So, um, welcome back everyone, it's good to see so many of you here today. We have a few things to go through, and I think we will just start and see how far we get. Can everyone hear me in the back? Okay, great.",
    "And then there is also the part about the schedule, which we kind of moved around a little bit. It's not really a big thing, but I wanted to mention it. You know, we do this every quarter, and usually it works out fine.",
    "The next thing on the list is the report from the committee. They looked at the numbers and, um, they basically said what they said last time. It was more or less the same, so I don't think we need to spend a lot of time on it.",
    "I mean, there are different ways to look at this, and it sort of depends on what you want. Some people prefer one thing and others prefer another thing. That's fine, and we can talk about it later if there is time.",
    "Let me see if I can find the slide, it should be somewhere around here. Okay, this is the old version, but it's good enough for now. The new version will be online at some point this week, I guess.",
    "Anyway, the room is booked until five, and we should leave it the way we found it. There is coffee outside, and somebody will bring a few more chairs. If you need anything, just ask one of us.",
    "The garden behind the building was planted by volunteers over several weekends. They chose plants which need little water, and there is a small path between the beds. People sit there during lunch when the weather allows it.",
    "Our library has a collection of maps from the region, and some of them are quite old. A student is making a catalogue of them at the moment. It takes a while because the labels are hard to read.",
    "The choir meets on Thursdays in the hall next to the gym. They practise for the concert in the spring, and they are still looking for a few tenors. The conductor moved here from the coast some time ago.",
  ],
  de: [
    "So, ähm, willkommen zurück, schön, dass ihr wieder da seid. Wir haben heute ein paar Sachen, und ich denke, wir fangen einfach mal an und schauen, wie weit wir kommen. Könnt ihr mich hinten hören? Okay, gut.",
    "Und dann gibt es noch den Teil mit dem Zeitplan, den haben wir irgendwie ein bisschen verschoben. Das ist eigentlich keine große Sache, aber ich wollte es kurz sagen. Wir machen das ja jedes Quartal, und meistens klappt es.",
    "Der nächste Punkt auf der Liste ist der Bericht vom Ausschuss. Sie haben sich die Zahlen angesehen und, ähm, im Prinzip dasselbe gesagt wie beim letzten Mal. Es war mehr oder weniger gleich, also müssen wir da nicht viel Zeit verbringen.",
    "Man kann das halt so oder so sehen, und es kommt ein bisschen darauf an, was man will. Manche mögen das eine, und andere mögen das andere. Das ist auch in Ordnung, und wir können später darüber reden, wenn noch Zeit ist.",
    "Mal sehen, ob ich die Folie finde, die müsste hier irgendwo sein. Okay, das ist die alte Version, aber für jetzt reicht sie. Die neue Version ist dann irgendwann diese Woche online, denke ich.",
    "Der Raum ist bis fünf gebucht, und wir sollten ihn so verlassen, wie wir ihn gefunden haben. Draußen gibt es Kaffee, und jemand bringt noch ein paar Stühle. Wenn ihr etwas braucht, fragt einfach einen von uns.",
    "Der Garten hinter dem Gebäude wurde von Freiwilligen an mehreren Wochenenden angelegt. Sie haben Pflanzen gewählt, die wenig Wasser brauchen, und zwischen den Beeten ist ein kleiner Weg. Mittags sitzen dort Leute, wenn das Wetter es zulässt.",
    "Unsere Bibliothek hat eine Sammlung von Karten aus der Gegend, und einige davon sind ziemlich alt. Eine Studentin macht gerade einen Katalog davon. Das dauert eine Weile, weil die Schilder schwer zu lesen sind.",
    "Der Chor trifft sich donnerstags in der Halle neben der Turnhalle. Sie proben für das Konzert im Frühling, und sie suchen noch ein paar Tenöre. Der Dirigent ist vor einiger Zeit von der Küste hierher gezogen.",
  ],
};

/** A talk of filler with the planted passage in it. `planted` is its index in `parts`. */
export function plant(language: "en" | "de", seed: number, length = 40): Spoken & { planted: number; texts: string[] } {
  const random = createRandom(seed);
  const filler = FILLER[language];
  const texts = Array.from({ length }, () => filler[Math.floor(random() * filler.length)]!);
  const planted = 3 + Math.floor(random() * (length - 6));
  texts[planted] = PLANTED[language];
  return { ...speak(texts, random), planted, texts };
}
