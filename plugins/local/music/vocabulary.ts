import type { GenreName, Role } from "#plugins/local/music/genres";
import type { VoiceName } from "#plugins/local/music/sound/patches";

/** Names of each genre, and words that hint at it, spelled as `tokenize` returns them. Names weigh more. */
export const GENRE_WORDS: Readonly<Record<GenreName, { names: string; hints: string }>> = {
  lofi: {
    names: "лоу фай,lo fi,lofi,chillhop,chill hop,lo fi hip hop,chill beat",
    hints: "study,studying,cozy,cosy,coffee,cafe,rainy,chill,homework,chilled",
  },
  house: {
    names: "хаус,house,edm,deep house,tech house,electro,club music,electronic dance,electronic,dance music",
    hints: "gym,workout,club,party,dance,energetic,fashion,runway,nightlife",
  },
  techno: {
    names: "техно,techno,minimal techno,acid techno,rave,trance",
    hints: "warehouse,industrial,hypnotic,futuristic",
  },
  trap: { names: "трэп,фонк,trap,drill,phonk,808,trap beat", hints: "street,hard hitting,gangster,hustle" },
  hiphop: {
    names: "хип хоп,рэп,hip hop,hiphop,boom bap,rap,rap beat,old school hip hop,r and b,rnb",
    hints: "urban,graffiti,skate,swagger",
  },
  ambient: {
    names: "эмбиент,ambient,drone,new age,soundscape,meditation",
    hints:
      "calm,sleep,spa,meditative,yoga,ethereal,relaxing,peaceful,serene,floating,wellness,mindfulness,space,tranquil,soothing",
  },
  cinematic: {
    names: "cinematic,orchestral,orchestra,trailer,film score,epic,soundtrack,classical,symphonic",
    hints: "dramatic,heroic,battle,emotional,suspense,adventure,documentary,tension,horror,majestic,movie,film",
  },
  pop: {
    names: "поп,pop,synth pop,synthpop,electropop,k pop,dance pop,indie pop,bubblegum",
    hints: "happy,summer,fun,catchy,bright,cheerful,playful,kid,joyful,radio",
  },
  rock: {
    names: "рок,rock,punk,metal,grunge,indie rock,indie,alternative,garage rock,hard rock",
    hints: "rebellious,gritty,motorbike,racing,raw,stadium",
  },
  funk: { names: "funk,funky,disco,nu disco,groove,groovy,soul,motown", hints: "70s,roller skate,sassy,strut" },
  synthwave: {
    names: "synthwave,retrowave,outrun,vaporwave,darkwave,80s,chillwave",
    hints: "retro,neon,arcade,vhs,night drive,cyberpunk",
  },
  acoustic: {
    names: "acoustic,folk,country,singer songwriter,bluegrass,campfire,americana",
    hints: "organic,handmade,rustic,cabin,farm,warm,wedding,family,wholesome,nature,hiking",
  },
  jazz: {
    names: "джаз,jazz,jazzy,swing,bebop,big band,bossa nova,bossa,smooth jazz,blues,lounge",
    hints: "speakeasy,cocktail,noir,elegant,restaurant,wine",
  },
  corporate: {
    names: "corporate,uplifting,motivational,inspirational,inspiring,business,presentation",
    hints:
      "startup,tech,explainer,success,optimistic,innovation,saas,app,software,company,product launch,hopeful,positive",
  },
  dnb: {
    names: "drum and bass,dnb,drum n bass,d and b,jungle,liquid dnb,liquid drum and bass,breakbeat,neurofunk",
    hints: "parkour,adrenaline,breakneck",
  },
  latin: {
    names: "reggaeton,latin,dembow,salsa,bachata,dancehall,afrobeat,afrobeats,tropical,tropical house",
    hints: "beach,fiesta,caribbean,island,carnival",
  },
};

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
  { words: "drum,percussion,beat,drum kit,kick drum,snare,hi hat,taiko,clap", role: null, voice: null },
  { words: "double bass,upright bass,contrabass", role: "bass", voice: "uprightBass" },
  { words: "808,sub bass,808 bass", role: "bass", voice: "subBass" },
  { words: "slap bass,slapped bass", role: "bass", voice: "slapBass" },
  { words: "synth bass,reese", role: "bass", voice: "synthBass" },
  { words: "bass guitar,electric bass", role: "bass", voice: "pickBass" },
  { words: "bass,bassline,bass line", role: "bass", voice: null },
  { words: "electric piano,rhodes,wurlitzer,keys,keyboard", role: "chords", voice: "epiano" },
  { words: "piano,grand piano", role: "chords", voice: "piano", family: ["piano", "epiano"] },
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
    words: "guitar,banjo,mandolin",
    role: "chords",
    voice: "acousticGuitar",
    family: GUITARS,
    in: { rock: "driveGuitar", funk: "cleanGuitar", synthwave: "cleanGuitar" },
  },
  { words: "organ,hammond", role: "chords", voice: "organ" },
  { words: "strings,string section,orchestra,orchestral", role: "pad", voice: "strings", family: STRINGS },
  { words: "choir,voices,vocal pad", role: "pad", voice: "choir" },
  { words: "pad,synth pad", role: "pad", voice: "softPad" },
  { words: "violin,fiddle,viola", role: "lead", voice: "violin" },
  { words: "cello", role: "lead", voice: "cello" },
  { words: "flute,recorder,pan flute", role: "lead", voice: "flute" },
  { words: "sax,saxophone,clarinet,oboe", role: "lead", voice: "sax" },
  { words: "trumpet,brass,horn,trombone,french horn", role: "lead", voice: "brass" },
  { words: "whistle,whistling", role: "lead", voice: "whistle" },
  { words: "lead guitar,guitar solo", role: "lead", voice: "leadGuitar" },
  { words: "bell,chime,music box,celesta", role: "lead", voice: "bell" },
  { words: "vibraphone", role: "lead", voice: "vibraphone" },
  { words: "glockenspiel", role: "lead", voice: "glockenspiel" },
  { words: "marimba,xylophone,kalimba,steel drum,steel pan", role: "lead", voice: "marimba" },
  { words: "synth lead,synthesizer,synthesiser,synth", role: "lead", voice: "synthLead", family: SYNTHS },
  { words: "harp", role: "arp", voice: "harp" },
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

/** Phrases that contain musical words but mean something else. */
export const NOT_MUSIC =
  "house tour,open house,house hunting,house for sale,dream house,tree house,coffee house,opera house,new house,rock climbing,rock bottom,pop up,pop corn,jazz up,swing set,swing by,country side,trap door,kick off,rap up,drum up,ring the bell,taco bell";
