import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { applyEdits } from './file-edits.ts';
import type { FileEdit } from './file-edits.ts';

/** Reads a file with its edits applied. */
export function openEdited(path: string, edits: readonly FileEdit[]): Readable {
  const source = createReadStream(path);
  const edited = applyEdits(edits);
  // An error of one stream also destroys the other, so that no file stays open.
  source.once('error', (error) => edited.destroy(error));
  edited.once('close', () => source.destroy());
  return source.pipe(edited);
}
