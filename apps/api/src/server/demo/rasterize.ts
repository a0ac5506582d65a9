import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A drawing and the files to make of it; `.webp` and `.png` by their names. */
export interface Drawing {
  svg: string;
  outputs: { file: string; widthPx: number }[];
}

const script = path.join(import.meta.dirname, 'rasterize-process.ts');

/**
 * Turns drawings into pictures in a process of its own: in the server's no decoder of SVG can
 * be reached, whatever is uploaded.
 * @throws Error when a picture could not be made
 */
export async function rasterize(drawings: readonly Drawing[]): Promise<void> {
  const child = fork(script);
  child.send(drawings);
  // An array of what the event carries; the code is null after a signal.
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The pictures of the demo could not be drawn.');
}
