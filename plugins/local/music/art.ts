import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { registerFonts } from "#plugins/local/draw/fonts";
import { hash, random } from "#plugins/local/draw/random";
import { blocks } from "#plugins/local/music/art/blocks";
import { caption } from "#plugins/local/music/art/caption";
import { grain } from "#plugins/local/music/art/grain";
import { horizon } from "#plugins/local/music/art/horizon";
import { mesh } from "#plugins/local/music/art/mesh";
import { type CoverPalette, coverPalette } from "#plugins/local/music/art/palette";
import { ribbons } from "#plugins/local/music/art/ribbons";
import { ridges } from "#plugins/local/music/art/ridges";
import { rings } from "#plugins/local/music/art/rings";
import { ART_SIZE } from "#plugins/local/music/cover";
import { GENRES, type GenreName } from "#plugins/local/music/genres";
import type { MusicPlan } from "#plugins/local/music/plan";

type Motif = (ctx: SKRSContext2D, size: number, palette: CoverPalette, choose: () => number) => void;

const MOTIFS: Readonly<Record<GenreName, readonly Motif[]>> = {
  lofi: [blocks, mesh, ridges],
  house: [rings, ribbons],
  techno: [rings, ribbons],
  trap: [ridges, ribbons],
  hiphop: [blocks, rings],
  ambient: [mesh, ribbons, ridges],
  cinematic: [ridges, ribbons],
  pop: [blocks, mesh, rings],
  rock: [ridges, rings],
  funk: [rings, blocks],
  synthwave: [horizon],
  acoustic: [ridges, blocks],
  jazz: [blocks, rings],
  corporate: [ribbons, mesh],
  dnb: [ribbons, rings],
  latin: [horizon, blocks],
};

/** Draws a track's cover, 1024 × 1024: abstract art for its genre and mood, with the title. Deterministic. */
export function drawArt(plan: Pick<MusicPlan, "title" | "seed" | "genre" | "mood" | "bpm" | "keyName">): Canvas {
  registerFonts();
  const choose = random(hash(`art ${plan.seed}`));
  const palette = coverPalette(plan.genre, plan.mood, choose);
  const canvas = createCanvas(ART_SIZE, ART_SIZE);
  const ctx = canvas.getContext("2d");
  const ground = ctx.createLinearGradient(0, 0, ART_SIZE * 0.4, ART_SIZE);
  ground.addColorStop(0, palette.ground2);
  ground.addColorStop(1, palette.ground);
  ctx.fillStyle = ground;
  ctx.fillRect(0, 0, ART_SIZE, ART_SIZE);
  const motifs = MOTIFS[plan.genre];
  motifs[Math.floor(choose() * motifs.length)]!(ctx, ART_SIZE, palette, choose);
  grain(ctx, ART_SIZE, 16, choose);
  const facts = `${GENRES[plan.genre].label}  ·  ${plan.keyName}  ·  ${Math.round(plan.bpm)} bpm`;
  caption(ctx, ART_SIZE, palette, plan.title, plan.genre, facts);
  return canvas;
}
