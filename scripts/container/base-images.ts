import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { baseImages } from './base-image-names.ts';
import type { BaseImage } from './base-image-names.ts';
import type { Engine } from './engine.ts';
import { succeeds } from './run.ts';
import { makeStandIns } from './stand-ins.ts';

/**
 * Sees to it that the engine has the base images: those it has, those of the registry, or, where no
 * registry can be reached, stand-ins that are made here. Gives the names of the stand-ins.
 */
export async function provideBaseImages(engine: Engine, directory: string): Promise<BaseImage[]> {
  const missing: BaseImage[] = [];
  for (const image of baseImages) {
    if (!(await isThere(engine, image))) missing.push(image);
  }
  if (missing.length === 0) return [];
  console.log(`No registry gives ${missing.join(', ')}: making what stands in for them…`);
  const workshop = path.join(directory, 'stand-ins');
  await mkdir(workshop, { recursive: true });
  await makeStandIns(engine, missing, workshop);
  await rm(workshop, { recursive: true, force: true });
  return missing;
}

async function isThere({ env }: Engine, image: string): Promise<boolean> {
  if (await succeeds(['docker', 'image', 'inspect', image], { env })) return true;
  return succeeds(['docker', 'pull', image], { env });
}
