import type { Random } from '../random.ts';
import { aurora, forest, hills, mountains, nightSky, sea } from './landscapes.ts';
import { bread, cup, plant, table } from './still-lifes.ts';
import { height, svg, width } from './svg.ts';
import { ikat, quilt, tiles, weave } from './textiles.ts';
import { city, street, train } from './towns.ts';

/** Scenes by their names in the conversations. */
const scenes: Readonly<Record<string, (random: Random) => string>> = {
  aurora,
  bread,
  city,
  cup,
  forest,
  hills,
  ikat,
  mountains,
  plant,
  quilt,
  sea,
  stars: nightSky,
  stilllife: table,
  street,
  tiles,
  train,
  weave,
};

/**
 * Draws a scene as SVG. Deterministic for the same random numbers.
 * @throws Error for an unknown scene
 */
export function drawScene(name: string, random: Random): string {
  const draw = scenes[name];
  if (draw === undefined) throw new Error(`There is no scene ${name}.`);
  return svg(draw(random), { width, height });
}
