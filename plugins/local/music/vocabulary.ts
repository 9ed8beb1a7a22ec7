import type { GenreName } from "#plugins/local/music/genres";
import type { Role } from "#plugins/local/music/genres/genre";
import type { VoiceName } from "#plugins/local/music/sound/patches";

/** A mood's modes, energy (0 to 1), and shift of the tempo within the genre's range (-1 to 1). */
interface Mood {
  words: string;
  modes: readonly Mode[];
  energy: number;
  tempo: number;
  /** Genre if the prompt names none. */
  genre: GenreName;
  /** Hues of the cover, in degrees. */
  hues: readonly [number, number];
}

export type Mode = "major" | "minor" | "dorian" | "mixolydian" | "lydian" | "phrygian";

export const MOODS: Readonly<Record<string, Mood>> = {
  dark: {
    words: "dark,evil,sinister,menacing,horror,spooky,scary,phonk,aggressive,mysterious,ominous,villain,angry",
    modes: ["minor", "phrygian"],
    energy: 0.65,
    tempo: 0,
    genre: "trap",
    hues: [355, 265],
  },
  sad: {
    words:
      "sad,melancholic,melancholy,heartbreak,heartbroken,lonely,somber,nostalgic,bittersweet,moody,emotional,tragic,rainy",
    modes: ["minor"],
    energy: 0.3,
    tempo: -0.6,
    genre: "cinematic",
    hues: [220, 260],
  },
  epic: {
    words: "epic,heroic,triumphant,powerful,dramatic,intense,massive,battle,majestic,stadium",
    modes: ["minor", "minor", "major"],
    energy: 0.95,
    tempo: 0.2,
    genre: "cinematic",
    hues: [18, 210],
  },
  happy: {
    words: "happy,joyful,cheerful,fun,bright,sunny,summer,playful,upbeat,feel good,celebration,positive,cute,quirky",
    modes: ["major", "major", "mixolydian"],
    energy: 0.75,
    tempo: 0.4,
    genre: "pop",
    hues: [42, 340],
  },
  hopeful: {
    words: "uplifting,hopeful,inspiring,inspirational,motivational,optimistic,heartwarming,proud,success,corporate",
    modes: ["major", "lydian"],
    energy: 0.65,
    tempo: 0.1,
    genre: "corporate",
    hues: [200, 35],
  },
  calm: {
    words:
      "calm,relaxing,peaceful,soft,gentle,serene,sleep,meditation,spa,mellow,chill,soothing,tranquil,cozy,cosy,warm,laid back",
    modes: ["major", "lydian", "dorian"],
    energy: 0.25,
    tempo: -0.6,
    genre: "ambient",
    hues: [165, 215],
  },
  dreamy: {
    words: "dreamy,ethereal,floating,magical,space,cosmic,atmospheric,romantic,love,wonder",
    modes: ["lydian", "major", "minor"],
    energy: 0.35,
    tempo: -0.3,
    genre: "ambient",
    hues: [280, 190],
  },
  energetic: {
    words:
      "energetic,energy,hype,workout,gym,party,driving,fast paced,adrenaline,pumping,banger,powerful,hard,club,sport",
    modes: ["minor", "dorian", "mixolydian"],
    energy: 0.95,
    tempo: 0.5,
    genre: "house",
    hues: [75, 320],
  },
  cool: {
    words: "cool,confident,stylish,luxury,sleek,sexy,smooth,elegant,fashion,night,groovy,funky,swagger",
    modes: ["dorian", "minor"],
    energy: 0.55,
    tempo: 0,
    genre: "funk",
    hues: [275, 25],
  },
};

/** An instrument that a prompt can request or exclude. `role` is null for drums. */
export interface InstrumentWord {
  words: string;
  role: Role | null;
  voice: VoiceName | null;
  /** Sounds that "no …" excludes. Defaults to `voice`. */
  family?: readonly VoiceName[];
  /** Sound in these genres, instead of `voice`. */
  in?: Partial<Record<GenreName, VoiceName>>;
}

const GUITARS: readonly VoiceName[] = ["acousticGuitar", "nylonGuitar", "cleanGuitar", "driveGuitar", "leadGuitar"];
const STRINGS: readonly VoiceName[] = ["strings", "spiccato", "violin", "cello"];
const SYNTHS: readonly VoiceName[] = ["synthLead", "synthPluck", "polySynth", "stab", "softPad"];

export const INSTRUMENTS: readonly InstrumentWord[] = [
  {
    words: "drum,percussion,beat,drum kit,kick drum,snare,hi hat,taiko,clap,bongo,conga,cajon,djembe,tabla,bodhran",
    role: null,
    voice: null,
  },
  { words: "double bass,upright bass,contrabass", role: "bass", voice: "uprightBass" },
  { words: "808,sub bass,808 bass", role: "bass", voice: "subBass" },
  { words: "slap bass,slapped bass", role: "bass", voice: "slapBass" },
  { words: "synth bass,reese", role: "bass", voice: "synthBass" },
  { words: "wobble bass", role: "bass", voice: "wobbleBass" },
  { words: "log drum", role: "bass", voice: "logDrum" },
  { words: "triangle wave,triangle bass", role: "bass", voice: "triangle" },
  { words: "bass guitar,electric bass", role: "bass", voice: "pickBass" },
  { words: "bass,bassline,bass line", role: "bass", voice: null },
  { words: "electric piano,rhodes,wurlitzer,keys,keyboard", role: "chords", voice: "epiano" },
  {
    words: "piano,grand piano,klavier,фортепиано,пианино",
    role: "chords",
    voice: "piano",
    family: ["piano", "epiano"],
  },
  {
    words: "harpsichord,cembalo,clavecin,clavicembalo,клавесин",
    role: "chords",
    voice: "harpsichord",
  },
  { words: "ukulele,uke", role: "chords", voice: "ukulele" },
  { words: "nylon guitar,classical guitar,spanish guitar,flamenco guitar", role: "chords", voice: "nylonGuitar" },
  { words: "acoustic guitar", role: "chords", voice: "acousticGuitar" },
  {
    words: "electric guitar,distorted guitar",
    role: "chords",
    voice: "driveGuitar",
    in: { funk: "cleanGuitar", lofi: "cleanGuitar", jazz: "cleanGuitar", ambient: "cleanGuitar" },
  },
  {
    words: "guitar,gitarre,guitare,guitarra,chitarra,гитара",
    role: "chords",
    voice: "acousticGuitar",
    family: GUITARS,
    in: {
      rock: "driveGuitar",
      punk: "driveGuitar",
      metal: "driveGuitar",
      funk: "cleanGuitar",
      disco: "cleanGuitar",
      reggae: "cleanGuitar",
      blues: "cleanGuitar",
      synthwave: "cleanGuitar",
      flamenco: "nylonGuitar",
      bossa: "nylonGuitar",
    },
  },
  { words: "organ,hammond", role: "chords", voice: "organ" },
  { words: "strings,string section,orchestra,orchestral", role: "pad", voice: "strings", family: STRINGS },
  { words: "choir,voices,vocal pad", role: "pad", voice: "choir" },
  { words: "pad,synth pad", role: "pad", voice: "softPad" },
  { words: "violin,fiddle,viola,geige,violine,violon,скрипка", role: "lead", voice: "violin" },
  { words: "cello", role: "lead", voice: "cello" },
  { words: "flute,recorder,pan flute,флейта", role: "lead", voice: "flute" },
  { words: "sax,saxophone,clarinet,oboe", role: "lead", voice: "sax" },
  { words: "trumpet,brass,horn,trombone,french horn", role: "lead", voice: "brass" },
  { words: "whistle,whistling", role: "lead", voice: "whistle" },
  { words: "lead guitar,guitar solo", role: "lead", voice: "leadGuitar" },
  {
    words: "accordion,bandoneon,concertina,harmonica,melodica,bagpipe,akkordeon,accordéon,аккордеон",
    role: "lead",
    voice: "accordion",
  },
  { words: "square wave,square lead,pulse wave,chip lead", role: "lead", voice: "square" },
  { words: "bell,chime,music box,celesta", role: "lead", voice: "bell" },
  { words: "vibraphone", role: "lead", voice: "vibraphone" },
  { words: "glockenspiel", role: "lead", voice: "glockenspiel" },
  { words: "marimba,xylophone,kalimba,steel drum,steel pan", role: "lead", voice: "marimba" },
  { words: "synth lead,synthesizer,synthesiser,synth", role: "lead", voice: "synthLead", family: SYNTHS },
  { words: "harp", role: "arp", voice: "harp" },
  { words: "banjo,mandolin,bouzouki", role: "arp", voice: "banjo" },
  { words: "arp,arpeggio,arpeggiator,arpeggiated synth", role: "arp", voice: "synthPluck" },
  { words: "melody,lead", role: "lead", voice: null },
];

/** Tempo words: a position in the genre's range (outside 0 to 1 exceeds it), or a fixed tempo. */
export const TEMPO_WORDS: readonly { words: string; place?: number; bpm?: number }[] = [
  { words: "very slow,super slow,extremely slow", place: -0.6 },
  { words: "very fast,super fast,extremely fast,breakneck", place: 1.6 },
  { words: "fast,fast paced,quick,uptempo,up tempo,high tempo,rapid", place: 1.2 },
  { words: "slow,downtempo,down tempo,slow paced,low tempo,ballad", place: -0.25 },
  { words: "mid tempo,midtempo,medium tempo,moderate", place: 0.5 },
  { words: "largo", bpm: 52 },
  { words: "adagio", bpm: 70 },
  { words: "andante", bpm: 90 },
  { words: "moderato", bpm: 110 },
  { words: "allegro", bpm: 132 },
  { words: "presto", bpm: 172 },
];

/** Words for music that grows until its end. */
export const BUILDS =
  "build up,builds up,building up,builds,building to,build to,slow build,crescendo,trailer,epic,rising,rises,grows,growing,swelling,climax,нарастание,нарастающий";

/** Phrases that contain musical words but mean something else. */
export const NOT_MUSIC =
  "house tour,open house,house hunting,house for sale,dream house,tree house,coffee house,opera house,new house,rock climbing,rock bottom,pop up,pop corn,jazz up,swing set,swing by,country side,our country,your country,the country,a country,country house,country club,sheet metal,metal parts,metal work,metal detector,precious metal,soul food,rock salt,salsa sauce,salsa dip,chips and salsa,church wedding," +
  "game day,game night,game changer,trap door,kick off,rap up,drum up,ring the bell,taco bell";
