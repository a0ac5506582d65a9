import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkUpload } from '../../src/modules/media/check-upload.ts';
import type { FileFacts } from '../../src/modules/media/formats/file-facts.ts';

/** Writes a file to the directory, and inspects it as an upload. */
export async function readFacts(directory: string, content: Buffer): Promise<FileFacts> {
  const file = path.join(directory, 'upload');
  await writeFile(file, content);
  const checked = await checkUpload({ path: file, originalName: 'f', bytes: content.length });
  if (checked.kind !== 'file') throw new Error('The file was detected as an image.');
  return checked.facts;
}
