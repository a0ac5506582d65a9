import { join } from 'node:path';
import { rootDir } from './project.mjs';

/** The environment variables of the server process that are no settings of Skein. */
export const serverEnv = {
  // By default glibc keeps memory for each thread that decoded an image.
  MALLOC_ARENA_MAX: '2',
  // Before the process starts: main.ts cannot enable the cache for itself, and compiling TypeScript loads
  // a compiler that keeps 14 MB.
  NODE_COMPILE_CACHE: join(rootDir, 'node_modules/.cache/skein-compiled'),
};
