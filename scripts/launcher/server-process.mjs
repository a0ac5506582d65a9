import { join } from 'node:path';
import { rootDir } from './project.mjs';

/**
 * The options of Node.js for the server. `npm start`, the benchmarks and the image (Dockerfile, checked
 * by a test) use the same.
 *
 * By default the young generation of the heap grows to 128 MB. CPU time per request is the same with three
 * times 8 MB, and higher with 4.
 *
 * By default the old generation may grow to several times its used size before it is collected. With 2.5
 * times, a benchmark of two requests needed 311 to 316 MB instead of 339 to 401, and about as much CPU time. With
 * 1.3 times, it needed a third more CPU time.
 *
 * With `--expose-gc`, the server collects the garbage of its start once (release-startup-memory.ts).
 */
export const serverArgs = ['--max-semi-space-size=8', '--heap-growing-percent=150', '--expose-gc'];

/** The environment variables of the server process that are no settings of Skein. */
export const serverEnv = {
  // By default glibc keeps memory for each thread that decoded an image.
  MALLOC_ARENA_MAX: '2',
  // Before the process starts: main.ts cannot enable the cache for itself, and compiling TypeScript loads
  // a compiler that keeps 14 MB.
  NODE_COMPILE_CACHE: join(rootDir, 'node_modules/.cache/skein-compiled'),
};
