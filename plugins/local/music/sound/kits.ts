import type { Drum } from "#plugins/local/music/sound/drums";

export type DrumPiece =
  | "kick"
  | "snare"
  | "clap"
  | "hat"
  | "open"
  | "ride"
  | "shaker"
  | "rim"
  | "tomHigh"
  | "tomLow"
  | "crash"
  | "tambourine";

type Kit = Readonly<Record<DrumPiece, Drum>>;
export type KitName =
  | "studio"
  | "club"
  | "eight"
  | "dusty"
  | "rock"
  | "retro"
  | "epic"
  | "folk"
  | "brush"
  | "breaks"
  | "soft"
  | "chip"
  | "hand";

const tom = (hz: number, pan: number): Drum => ({
  skins: [{ from: hz * 1.6, to: hz, drop: 0.04, decay: 0.16, level: 0.8 }],
  noise: { low: 300, high: 3000, decay: 0.03, level: 0.15 },
  pan,
  gain: 0.6,
});

const STUDIO: Kit = {
  kick: {
    skins: [{ from: 165, to: 52, drop: 0.022, decay: 0.13, level: 1 }],
    click: 0.25,
    drive: 0.5,
    pan: 0,
    gain: 0.9,
  },
  snare: {
    skins: [
      { from: 260, to: 188, drop: 0.012, decay: 0.06, level: 0.5 },
      { from: 400, to: 332, drop: 0.01, decay: 0.04, level: 0.2 },
    ],
    noise: { low: 1100, high: 11000, decay: 0.075, level: 0.8 },
    drive: 0.4,
    pan: 0,
    gain: 0.62,
  },
  clap: {
    noise: { low: 900, high: 8000, decay: 0.075, level: 1.1, bursts: [0, 0.011, 0.021, 0.03] },
    pan: 0.08,
    gain: 0.5,
  },
  hat: {
    noise: { low: 8000, high: 18000, decay: 0.018, level: 0.6 },
    metal: { base: 420, low: 8000, decay: 0.02, level: 0.5 },
    pan: 0.22,
    gain: 0.34,
  },
  open: {
    noise: { low: 7500, high: 18000, decay: 0.12, level: 0.45 },
    metal: { base: 420, low: 7500, decay: 0.12, level: 0.45 },
    gate: 0.34,
    pan: 0.22,
    gain: 0.3,
  },
  ride: {
    noise: { low: 5500, high: 16000, decay: 0.2, level: 0.3 },
    metal: { base: 610, low: 6000, decay: 0.25, level: 0.2 },
    pan: -0.3,
    gain: 0.3,
  },
  shaker: { noise: { low: 5500, high: 14000, decay: 0.035, level: 0.6, attack: 0.018 }, pan: -0.35, gain: 0.3 },
  rim: {
    skins: [
      { from: 1720, to: 1700, drop: 0.01, decay: 0.012, level: 0.6 },
      { from: 520, to: 500, drop: 0.01, decay: 0.02, level: 0.4 },
    ],
    click: 0.3,
    pan: -0.15,
    gain: 0.42,
  },
  tomHigh: tom(150, -0.3),
  tomLow: tom(92, 0.3),
  crash: {
    noise: { low: 4500, high: 16000, decay: 0.55, level: 0.5 },
    metal: { base: 540, low: 5000, decay: 0.7, level: 0.35 },
    pan: -0.2,
    gain: 0.42,
  },
  tambourine: {
    noise: { low: 7000, high: 16000, decay: 0.05, level: 0.5 },
    metal: { base: 830, low: 8500, decay: 0.06, level: 0.6 },
    pan: 0.4,
    gain: 0.28,
  },
};

export const KITS: Readonly<Record<KitName, Kit>> = {
  studio: STUDIO,
  club: {
    ...STUDIO,
    kick: {
      skins: [{ from: 240, to: 49, drop: 0.018, decay: 0.16, level: 1 }],
      click: 0.18,
      drive: 1,
      pan: 0,
      gain: 0.95,
    },
    hat: { ...STUDIO.hat, metal: { base: 560, low: 9000, decay: 0.022, level: 0.7 } },
  },
  eight: {
    ...STUDIO,
    kick: {
      skins: [{ from: 200, to: 44, drop: 0.016, decay: 0.2, level: 1 }],
      click: 0.22,
      drive: 0.7,
      pan: 0,
      gain: 0.8,
    },
    snare: {
      skins: [{ from: 330, to: 205, drop: 0.01, decay: 0.045, level: 0.45 }],
      noise: { low: 1400, high: 14000, decay: 0.1, level: 0.9, bursts: [0, 0.009, 0.017] },
      drive: 0.6,
      pan: 0,
      gain: 0.62,
    },
    hat: { ...STUDIO.hat, metal: { base: 540, low: 9500, decay: 0.016, level: 0.8 } },
  },
  dusty: {
    ...STUDIO,
    kick: {
      skins: [{ from: 130, to: 55, drop: 0.025, decay: 0.1, level: 1 }],
      noise: { low: 60, high: 900, decay: 0.02, level: 0.3 },
      drive: 0.8,
      pan: 0,
      gain: 0.85,
    },
    snare: {
      skins: [{ from: 230, to: 176, drop: 0.015, decay: 0.05, level: 0.5 }],
      noise: { low: 900, high: 6500, decay: 0.06, level: 0.8 },
      drive: 0.8,
      pan: 0,
      gain: 0.52,
    },
    hat: { noise: { low: 6000, high: 12000, decay: 0.02, level: 0.8 }, pan: 0.2, gain: 0.3 },
    open: { ...STUDIO.open, noise: { low: 5500, high: 11000, decay: 0.1, level: 0.6 } },
  },
  rock: {
    ...STUDIO,
    kick: {
      skins: [{ from: 150, to: 58, drop: 0.018, decay: 0.1, level: 1 }],
      noise: { low: 2200, high: 6000, decay: 0.008, level: 0.5 },
      click: 0.35,
      drive: 0.6,
      pan: 0,
      gain: 0.9,
    },
    snare: {
      skins: [
        { from: 255, to: 200, drop: 0.012, decay: 0.09, level: 0.6 },
        { from: 420, to: 350, drop: 0.01, decay: 0.05, level: 0.25 },
      ],
      noise: { low: 800, high: 12000, decay: 0.11, level: 0.85 },
      drive: 0.9,
      pan: 0,
      gain: 0.66,
    },
  },
  retro: {
    ...STUDIO,
    kick: {
      skins: [{ from: 190, to: 50, drop: 0.02, decay: 0.14, level: 1 }],
      click: 0.2,
      drive: 0.7,
      pan: 0,
      gain: 0.9,
    },
    // A reverberant snare cut off by a gate.
    snare: {
      skins: [{ from: 240, to: 180, drop: 0.015, decay: 0.09, level: 0.6 }],
      noise: { low: 500, high: 9000, decay: 0.32, level: 0.6 },
      gate: 0.24,
      drive: 0.8,
      pan: 0,
      gain: 0.62,
    },
    tomHigh: { ...tom(140, -0.4), gain: 0.75 },
    tomLow: { ...tom(85, 0.4), gain: 0.75 },
  },
  epic: {
    ...STUDIO,
    kick: {
      skins: [{ from: 110, to: 42, drop: 0.05, decay: 0.42, level: 1 }],
      noise: { low: 60, high: 500, decay: 0.1, level: 0.6 },
      drive: 0.8,
      pan: 0,
      gain: 1,
    },
    snare: {
      skins: [{ from: 150, to: 92, drop: 0.03, decay: 0.2, level: 0.7 }],
      noise: { low: 250, high: 4500, decay: 0.09, level: 0.7 },
      drive: 0.5,
      pan: 0.1,
      gain: 0.75,
    },
    tomHigh: { ...tom(120, -0.45), gain: 0.85 },
    tomLow: { ...tom(74, 0.45), gain: 0.95 },
  },
  folk: {
    ...STUDIO,
    kick: {
      skins: [{ from: 105, to: 62, drop: 0.03, decay: 0.11, level: 0.9 }],
      noise: { low: 100, high: 900, decay: 0.03, level: 0.3 },
      pan: 0,
      gain: 0.8,
    },
    snare: { noise: { low: 700, high: 7000, decay: 0.06, level: 1, bursts: [0, 0.012, 0.026] }, pan: 0, gain: 0.42 },
  },
  brush: {
    ...STUDIO,
    kick: { skins: [{ from: 100, to: 60, drop: 0.03, decay: 0.09, level: 0.8 }], pan: 0, gain: 0.6 },
    snare: {
      noise: { low: 1500, high: 9000, decay: 0.11, level: 0.55, attack: 0.03 },
      skins: [{ from: 210, to: 190, drop: 0.01, decay: 0.04, level: 0.2 }],
      pan: 0.1,
      gain: 0.4,
    },
    ride: { ...STUDIO.ride, gain: 0.4 },
    hat: { noise: { low: 6500, high: 14000, decay: 0.025, level: 0.6 }, pan: 0.3, gain: 0.22 },
  },
  breaks: {
    ...STUDIO,
    kick: {
      skins: [{ from: 180, to: 56, drop: 0.016, decay: 0.1, level: 1 }],
      click: 0.3,
      drive: 0.9,
      pan: 0,
      gain: 0.9,
    },
    snare: {
      skins: [{ from: 290, to: 215, drop: 0.01, decay: 0.055, level: 0.6 }],
      noise: { low: 1000, high: 13000, decay: 0.07, level: 0.8 },
      drive: 1,
      pan: 0,
      gain: 0.66,
    },
  },
  // The noise channel and sliding tones of a sound chip.
  chip: {
    ...STUDIO,
    kick: { skins: [{ from: 420, to: 45, drop: 0.03, decay: 0.07, level: 1 }], drive: 5, pan: 0, gain: 0.7 },
    snare: { noise: { low: 900, high: 18000, decay: 0.07, level: 1 }, drive: 3, gate: 0.13, pan: 0, gain: 0.42 },
    hat: { noise: { low: 7000, high: 18000, decay: 0.012, level: 0.8 }, gate: 0.03, pan: 0.1, gain: 0.26 },
    open: { noise: { low: 6000, high: 18000, decay: 0.07, level: 0.7 }, gate: 0.12, pan: 0.1, gain: 0.24 },
  },
  // Congas, claves, cowbell, cajón and hand claps.
  hand: {
    ...STUDIO,
    kick: {
      skins: [{ from: 120, to: 66, drop: 0.02, decay: 0.12, level: 0.9 }],
      noise: { low: 100, high: 1200, decay: 0.02, level: 0.3 },
      pan: 0,
      gain: 0.8,
    },
    snare: { noise: { low: 700, high: 7000, decay: 0.05, level: 0.9 }, pan: 0.1, gain: 0.42 },
    tomHigh: {
      skins: [{ from: 330, to: 268, drop: 0.012, decay: 0.1, level: 0.8 }],
      noise: { low: 900, high: 5000, decay: 0.012, level: 0.4 },
      pan: -0.3,
      gain: 0.55,
    },
    tomLow: {
      skins: [{ from: 230, to: 192, drop: 0.014, decay: 0.15, level: 0.9 }],
      noise: { low: 600, high: 3000, decay: 0.012, level: 0.3 },
      pan: 0.3,
      gain: 0.6,
    },
    rim: { skins: [{ from: 2520, to: 2500, drop: 0.01, decay: 0.022, level: 0.8 }], click: 0.15, pan: -0.2, gain: 0.4 },
    ride: { metal: { base: 560, low: 500, decay: 0.06, level: 0.5 }, pan: 0.25, gain: 0.26 },
  },
  soft: { ...STUDIO, kick: { skins: [{ from: 90, to: 50, drop: 0.04, decay: 0.2, level: 0.8 }], pan: 0, gain: 0.7 } },
};
