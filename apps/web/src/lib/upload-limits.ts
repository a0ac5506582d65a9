import { defaultUploadSettings, toUploadLimits } from '@skein/contracts/upload-limits';
import type { UploadLimits } from '@skein/contracts/upload-limits';
import { readMeta } from './instance.ts';

const defaults = toUploadLimits(defaultUploadSettings);

/** What this instance accepts as attachments. */
export function getUploadLimits(): UploadLimits {
  const content = readMeta('upload-limits');
  // The server writes no other values.
  return content === '' ? defaults : (JSON.parse(content) as UploadLimits);
}
