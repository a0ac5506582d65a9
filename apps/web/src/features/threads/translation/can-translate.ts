import type { Thread } from '@skein/contracts/threads';
import { locale } from '../../../i18n/index.ts';
import { hasTranslation } from '../../../lib/instance.ts';

/** Whether a thread that everyone can see is in another language than the app. */
export function canTranslate({ content, audience, language }: Thread): boolean {
  if (language === null || content === '' || !hasTranslation()) return false;
  const isPublic = audience === 'public' || audience === 'unlisted';
  return isPublic && language.split('-', 1)[0] !== locale;
}
