import { Transform } from 'node:stream';
import { DamagedFileError } from './file-reader.ts';

/** Overwrites bytes from `start` (included) to `end` (not included): `head` first, then zeros. */
export interface FileEdit {
  start: number;
  end: number;
  head?: Buffer;
}

/** Far more than any camera or editor produces. */
const editsMax = 200_000;

/**
 * Adds edits to those of a file.
 * @throws DamagedFileError when there are too many
 */
export function addEdits(edits: FileEdit[], more: readonly FileEdit[]): void {
  if (edits.length + more.length > editsMax)
    throw new DamagedFileError('There are too many parts.');
  for (const edit of more) edits.push(edit);
}

/**
 * Applies the edits to a stream without changing its length. Edits with a head must not overlap.
 */
export function applyEdits(edits: readonly FileEdit[]): Transform {
  // Overlapping zero ranges are merged, so that each byte is written once.
  const zeros = joinRanges(edits.filter((edit) => edit.head === undefined));
  const heads = edits.filter((edit) => edit.head !== undefined);
  const passes = [zeros, heads.toSorted((a, b) => a.start - b.start)].map(createPass);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const pass of passes) pass(chunk);
      done(null, chunk);
    },
  });
}

function joinRanges(edits: readonly FileEdit[]): FileEdit[] {
  const joined: FileEdit[] = [];
  for (const { start, end } of edits.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** @param edits Sorted and not overlapping */
function createPass(edits: readonly FileEdit[]): (chunk: Buffer) => void {
  let position = 0;
  let next = 0;
  return (chunk) => {
    const end = position + chunk.length;
    for (let edit = edits[next]; edit && edit.start < end; edit = edits[next]) {
      overwrite(chunk, position, edit);
      if (edit.end > end) break;
      next += 1;
    }
    position = end;
  };
}

function overwrite(chunk: Buffer, chunkStart: number, { start, end, head }: FileEdit): void {
  chunk.fill(0, Math.max(start - chunkStart, 0), Math.min(end - chunkStart, chunk.length));
  if (head === undefined) return;
  for (const [index, byte] of head.entries()) {
    const at = start + index - chunkStart;
    if (at >= 0 && at < chunk.length) chunk[at] = byte;
  }
}
