import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { registerFonts } from "#plugins/local/draw/fonts";
import { createRandom, hash } from "#plugins/local/draw/random";
import { blocks } from "#plugins/local/music/art/blocks";
import { caption } from "#plugins/local/music/art/caption";
import { grain } from "#plugins/local/music/art/grain";
import { horizon } from "#plugins/local/music/art/horizon";
import { mesh } from "#plugins/local/music/art/mesh";
import { createCoverPalette } from "#plugins/local/music/art/palette";
import { ribbons } from "#plugins/local/music/art/ribbons";
import { ridges } from "#plugins/local/music/art/ridges";
import { rings } from "#plugins/local/music/art/rings";
import { ART_SIZE } from "#plugins/local/music/cover";
import { GENRES } from "#plugins/local/music/genres";
import type { MusicPlan } from "#plugins/local/music/plan";

const MOTIFS = { blocks, horizon, mesh, ribbons, ridges, rings };

/** Draws a track's cover, 1024 × 1024: abstract art for its genre and mood, with the title. Deterministic. */
export function drawArt(plan: Pick<MusicPlan, "title" | "seed" | "genre" | "mood" | "bpm" | "keyName">): Canvas {
  registerFonts();
  const choose = createRandom(hash(`art ${plan.seed}`));
  const palette = createCoverPalette(plan.genre, plan.mood, choose);
  const canvas = createCanvas(ART_SIZE, ART_SIZE);
  const ctx = canvas.getContext("2d");
  const ground = ctx.createLinearGradient(0, 0, ART_SIZE * 0.4, ART_SIZE);
  ground.addColorStop(0, palette.ground2);
  ground.addColorStop(1, palette.ground);
  ctx.fillStyle = ground;
  ctx.fillRect(0, 0, ART_SIZE, ART_SIZE);
  const { art, label, loud } = GENRES[plan.genre];
  MOTIFS[art[Math.floor(choose() * art.length)]!](ctx, ART_SIZE, palette, choose);
  grain(ctx, ART_SIZE, 16, choose);
  const facts = `${label}  ·  ${plan.keyName}  ·  ${Math.round(plan.bpm)} bpm`;
  caption(ctx, ART_SIZE, palette, plan.title, loud, facts);
  return canvas;
}
