import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { baseImages } from './base-image-names.ts';
import type { BaseImage } from './base-image-names.ts';
import type { Engine } from './engine.ts';
import { succeeds } from './run.ts';
import { buildReplacements } from './replacement-images.ts';

/**
 * Makes sure that the engine has the base images: pulls missing ones or, without access to a registry,
 * builds replacements. Returns the names of the replacements.
 */
export async function provideBaseImages(engine: Engine, directory: string): Promise<BaseImage[]> {
  const missing: BaseImage[] = [];
  for (const image of baseImages) {
    if (!(await isAvailable(engine, image))) missing.push(image);
  }
  if (missing.length === 0) return [];
  console.log(`Cannot pull ${missing.join(', ')}: building replacements…`);
  const buildDirectory = path.join(directory, 'replacements');
  await mkdir(buildDirectory, { recursive: true });
  await buildReplacements(engine, missing, buildDirectory);
  await rm(buildDirectory, { recursive: true, force: true });
  return missing;
}

async function isAvailable({ env }: Engine, image: string): Promise<boolean> {
  if (await succeeds(['docker', 'image', 'inspect', image], { env })) return true;
  return succeeds(['docker', 'pull', image], { env });
}
