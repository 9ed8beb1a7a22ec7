import { BANDS } from "#plugins/local/music/genres/bands";
import { CONCERT_MUSIC } from "#plugins/local/music/genres/concert";
import { ELECTRONIC } from "#plugins/local/music/genres/electronic";
import type { Genre } from "#plugins/local/music/genres/genre";
import { WORLD } from "#plugins/local/music/genres/world";

const ALL = { ...BANDS, ...CONCERT_MUSIC, ...ELECTRONIC, ...WORLD };

export type GenreName = keyof typeof ALL;
export const GENRES: Readonly<Record<GenreName, Genre>> = ALL;
