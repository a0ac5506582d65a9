import { readFile } from 'node:fs/promises';
import { withValues } from '@skein/messages';
import { ValidationError } from '../../platform/errors.ts';
import { toDisplayName } from '../../platform/uploaded-file.ts';
import type { UploadedCaptions } from '../../platform/uploaded-file.ts';

/** Captions in the form in which they are stored. */
export interface CheckedCaptions {
  language: string;
  content: Buffer;
}

const signature = /^WEBVTT(?:[ \t][^\n]*)?(?:\n|$)/;
const time = String.raw`(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}`;
const timing = new RegExp(String.raw`^${time}[ \t]+-->[ \t]+${time}(?:[ \t].*)?$`);

/**
 * Checks that a file is WebVTT with at least one cue. Styles are removed, because they could load
 * images of other sites.
 * @throws ValidationError
 */
export async function checkCaptions({
  file,
  language,
}: UploadedCaptions): Promise<CheckedCaptions> {
  // The form limits the size.
  const text = decode(await readFile(file.path));
  const [header = '', ...blocks] = (text ?? '').split(/\n{2,}/);
  const timings = blocks.flatMap((block) =>
    block.split('\n').filter((line) => line.includes('-->')),
  );
  const isValid = signature.test(header) && timings.length > 0;
  if (!isValid || !timings.every((line) => timing.test(line))) {
    const name = toDisplayName(file.originalName);
    throw new ValidationError([
      { path: 'captions', message: withValues('error.captionsFormat', { name }) },
    ]);
  }
  const kept = blocks.filter((block) => !/^STYLE[ \t]*(?:\n|$)/.test(block));
  return { language, content: Buffer.from(`${[header, ...kept].join('\n\n').trimEnd()}\n`) };
}

/** The text with normalized line ends; null if it is not UTF-8. */
function decode(content: Buffer): string | null {
  try {
    // Removes a byte order mark too.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return text.includes('\0') ? null : text.replace(/\r\n?/g, '\n');
  } catch {
    return null;
  }
}
