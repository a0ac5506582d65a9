import type { Thread, Translation } from '@skein/contracts/threads';
import { textMaxLength } from '@skein/contracts/limits';
import { LRUCache } from 'lru-cache';
import type { TranslationSettings } from '../../../platform/config/service-settings.ts';
import {
  AppError,
  ForbiddenError,
  NotFoundError,
  UnavailableError,
} from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { SendRequest } from '../../../platform/public-request.ts';
import { anonymousViewer } from '../../../platform/viewer.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { requireExisting } from '../reading/require-thread.ts';
import { translateTexts } from './translation-service.ts';

const cachedTranslationsMax = 1000;
/** Some languages need more characters than others. */
const translatedMaxLength = 4 * textMaxLength;

const providers = { libretranslate: 'LibreTranslate', deepl: 'DeepL' } as const;

export interface TranslationOptions {
  /** Undefined without a service. */
  translation: TranslationSettings | undefined;
  sendRequest: SendRequest;
  logger: Pick<Logger, 'warn'>;
}

type Read = (viewer: Viewer, threadId: string) => Promise<Thread>;

/** Translates threads by the configured service. Requests for the same text share one translation. */
export function createTranslator(read: Read, options: TranslationOptions) {
  const cache = new LRUCache<string, Promise<Translation>>({ max: cachedTranslationsMax });
  return {
    /**
     * @throws NotFoundError also without a service; ForbiddenError unless everyone can see the thread;
     * UnavailableError if the service fails
     */
    async translate(viewer: Viewer, threadId: string, language: string): Promise<Translation> {
      const thread = await requireExisting(read, viewer, threadId);
      const { translation } = options;
      if (translation === undefined) throw new NotFoundError('error.translationOff');
      await requirePublic(read, threadId);
      // An edited thread is translated again.
      const key = [threadId, thread.editedAt, language].join(' ');
      const cached = cache.get(key);
      if (cached) return cached;
      const translated = translate({ ...options, translation }, thread, language);
      cache.set(key, translated);
      translated.catch(() => cache.delete(key));
      return translated;
    },
  };
}

/** The text of other threads must not reach the service. */
async function requirePublic(read: Read, threadId: string): Promise<void> {
  try {
    await read(anonymousViewer, threadId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') {
      throw new ForbiddenError('error.translationForbidden');
    }
    throw error;
  }
}

async function translate(
  { translation, sendRequest, logger }: TranslationOptions & { translation: TranslationSettings },
  { content, contentWarning, language: source }: Thread,
  target: string,
): Promise<Translation> {
  const originals = [content, contentWarning ?? ''];
  const provider = providers[translation.kind];
  const texts = originals.filter((text) => text !== '');
  if (texts.length === 0) {
    return { content, contentWarning, sourceLanguage: source, language: target, provider };
  }
  const { fromMarkup, toMarkup } = await import('./translation-markup.ts');
  try {
    const request = { texts: texts.map(toMarkup), source, target };
    const translated = await translateTexts(sendRequest, translation, request);
    const results = new Map(
      texts.map((text, index) => [
        text,
        fromMarkup(translated.texts[index] ?? '', text).slice(0, translatedMaxLength),
      ]),
    );
    return {
      content: results.get(content) ?? '',
      contentWarning: contentWarning === null ? null : (results.get(contentWarning) ?? ''),
      sourceLanguage: source ?? translated.detectedLanguage,
      language: target,
      provider,
    };
  } catch (error) {
    logger.warn({ err: error }, 'A thread could not be translated.');
    throw new UnavailableError('error.translationFailed', { cause: error });
  }
}
