import type { Attachment } from './attachments-reducer.ts';

/** The size of attachments on the device, with the originals of edited files, posters and captions. */
export function countBytes(attachments: readonly Attachment[]): number {
  const files = attachments.flatMap(({ file, edited, poster, captions = [] }) => [
    file,
    edited?.source,
    poster,
    ...captions.map((caption) => caption.file),
  ]);
  return files.reduce((sum, file) => sum + (file?.size ?? 0), 0);
}
