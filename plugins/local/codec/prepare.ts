/**
 * Filters that make the frames of every file alike, whatever camera or program made it: upright, progressive, BT.709, and
 * mono or stereo sound from the start of the file.
 */
import type { Ratio } from "./av";
import type { Track } from "./source";

type Codec = Track["stream"]["codecpar"];

const DISPLAY_MATRIX = 5;

// H.273 code points, and FFmpeg's numbers.
const UNSPECIFIED = 2;
const BT709 = 1;
const BT2020 = 9;
/** BT.2020, and the two variants of P3. */
const WIDE_PRIMARIES: ReadonlySet<number> = new Set([9, 11, 12]);
/** PQ and HLG. */
const HDR_TRANSFERS: ReadonlySet<number> = new Set([16, 18]);
const YUV420P = 0;
const FULL_RANGE = 2;

/** Minimum number of rows of a video without a matrix from which BT.709 is assumed, as players do. */
const HD_HEIGHT = 720;

/** Filters for the pictures of a track. None for progressive, upright BT.709. */
export const preparePictures = (track: Track): string[] => [
  ...deinterlace(track),
  ...convertColor(track),
  ...turnUpright(track),
];

/** Minimum gap in sound that becomes silence, in seconds: one picture at 25 per second. Shorter ones are rounded times. */
const LEAST_GAP = 0.04;

/**
 * Filters for the sound of a track, from second zero on. The time before its first sample, and gaps, become silence.
 * `from`: the second of the file that is second zero.
 */
export const prepareSound = ({ stream: { codecpar } }: Track, from = 0): string[] => [
  ...(from > 0 ? ["atrim=start=0"] : []),
  `aresample=async=1:min_hard_comp=${LEAST_GAP}:first_pts=0,aformat=channel_layouts=${codecpar.channelLayout.nbChannels === 1 ? "mono" : "stereo"}`,
];

const deinterlace = ({ isInterlaced }: Track): string[] =>
  isInterlaced ? ["bwdif=mode=send_frame:deint=interlaced"] : [];

/** Luminance of white on paper in HDR, in cd/m² (BT.2408). It becomes white in the result. */
const WHITE = 203;
/** Luminance of the brightest light that keeps some detail, in cd/m². */
const PEAK = 1000;
/** Part of the range below which colors stay as they are. Brighter light is compressed into the rest. */
const KNEE = 0.95;

const isHdr = ({ colorTrc }: Codec) => HDR_TRANSFERS.has(colorTrc);
const hasOtherColors = (codec: Codec) => isHdr(codec) || WIDE_PRIMARIES.has(codec.colorPrimaries);

/** Converts HDR and wide gamuts to BT.709, and names the matrix of files that do not. */
function convertColor({ stream: { codecpar, index } }: Track): string[] {
  const { colorSpace, height } = codecpar;
  if (hasOtherColors(codecpar)) return mapColors(codecpar, `map${index}`);
  if (colorSpace !== UNSPECIFIED) return [];
  return [`setparams=colorspace=${height >= HD_HEIGHT ? "bt709" : "smpte170m"}`];
}

/** A table of this level has 64 steps per channel. */
const TABLE_LEVEL = 8;
/** `haldclut` reads the planes of the table in the order red, green, blue. They are stored as green, blue, red. */
const PLANES = "shuffleplanes=map0=2:map1=0:map2=1";

/** Converts colors by a table, which is computed once, in the same graph. This takes half the time. */
function mapColors(codec: Codec, label: string): string[] {
  const { colorPrimaries, colorTrc, colorSpace } = codec;
  const primaries = colorPrimaries === UNSPECIFIED ? BT2020 : colorPrimaries;
  const transfer = colorTrc === UNSPECIFIED ? BT709 : colorTrc;
  const matrix = colorSpace === UNSPECIFIED ? "setparams=colorspace=bt2020nc," : "";
  const convert = isHdr(codec)
    ? [
        // Without `agamma=0`, HLG becomes too saturated.
        `zscale=pin=${primaries}:tin=${transfer}:min=gbr:rin=pc:p=${primaries}:m=gbr:r=pc:t=linear:npl=${WHITE}:agamma=0`,
        "format=gbrpf32le",
        "zscale=p=bt709",
        `tonemap=mobius:param=${KNEE}:peak=${(PEAK / WHITE).toFixed(2)}:desat=0`,
        // Displays decode BT.709 about as sRGB.
        "zscale=t=iec61966-2-1:m=gbr:r=pc",
      ]
    : [`zscale=pin=${primaries}:tin=${transfer}:min=gbr:rin=pc:p=bt709:t=${transfer}:m=gbr:r=pc`];
  const [picture, table] = [`[${label}]`, `[${label}table]`];
  return [
    [
      `${matrix}format=gbrp10${picture}`,
      `haldclutsrc=level=${TABLE_LEVEL}:duration=0.04,format=gbrp16,${convert.join()},format=gbrp16,${PLANES}${table}`,
      `${picture}${table}haldclut=clut=first`,
    ].join(";"),
    "setparams=color_primaries=bt709:color_trc=bt709",
    "scale=out_color_matrix=bt709:out_range=tv",
    "format=yuv420p",
  ];
}

/** Rotates and flips pictures according to the file's display matrix. */
function turnUpright({ stream }: Track): string[] {
  const bytes = stream.codecpar.getCodedSideData(DISPLAY_MATRIX as never);
  if (!bytes || bytes.length < 36) return [];
  const [a, b, , c, d] = Array.from({ length: 9 }, (_, at) => bytes.readInt32LE(at * 4) / 65_536);
  const angle = (Math.round((Math.atan2(b!, a!) * 180) / Math.PI) + 360) % 360;
  if (Math.abs(angle - 90) <= 1) return [`transpose=${c! > 0 ? "cclock_flip" : "clock"}`];
  if (Math.abs(angle - 270) <= 1) return [`transpose=${c! < 0 ? "clock_flip" : "cclock"}`];
  return [...(a! < 0 ? ["hflip"] : []), ...(d! < 0 ? ["vflip"] : [])];
}

/** Frame rates that all platforms accept, in frames per second. */
const [LEAST_RATE, MOST_RATE] = [23, 60.5];
/** Used for a file that does not contain a possible one. */
const USUAL_RATE: Ratio = { num: 30, den: 1 };
const HIGHEST_RATE = 480;

/**
 * Returns a frame rate from 23 to 60 for the track: its own, halved or doubled evenly. A file whose frames come at
 * uneven times may claim a much higher rate than it has.
 */
export function chooseRate({ stream: { rFrameRate, avgFrameRate } }: Track): Ratio {
  const claimed = toRate(rFrameRate);
  const average = Math.min(claimed, toRate(avgFrameRate) || claimed);
  if (!(claimed >= 1 && claimed <= HIGHEST_RATE)) return USUAL_RATE;
  const enough = Math.max(LEAST_RATE, average * 0.95);
  let { num, den } = rFrameRate;
  while (num / den > MOST_RATE || (claimed > MOST_RATE && num / den / 2 >= enough)) den *= 2;
  while (num / den < LEAST_RATE) num *= 2;
  return { num, den };
}

const toRate = ({ num, den }: Ratio): number => (den > 0 ? num / den : 0);

/** True if every player and platform plays the pictures of the track as they are, in an MP4. */
export function isPlayable(track: Track): boolean {
  const { codecpar, rFrameRate, avgFrameRate, sampleAspectRatio } = track.stream;
  const { format, colorSpace, colorRange, height } = codecpar;
  const rate = Math.min(toRate(rFrameRate), toRate(avgFrameRate));
  const isBt709 = colorSpace === BT709 || (colorSpace === UNSPECIFIED && height >= HD_HEIGHT);
  return (
    track.codec === "h264" &&
    format === YUV420P &&
    isBt709 &&
    colorRange !== FULL_RANGE &&
    [0, sampleAspectRatio.den].includes(sampleAspectRatio.num) &&
    !hasOtherColors(codecpar) &&
    !track.isInterlaced &&
    rate >= LEAST_RATE &&
    rate <= MOST_RATE
  );
}
