import { z } from 'zod';
import { origin, setting, text, trueOrFalse } from './fields.ts';

const keyMaxLength = 200;

export const serviceFields = {
  translationKind: setting(
    'TRANSLATION_KIND',
    z
      .enum(['libretranslate', 'deepl'], { error: 'must be libretranslate or deepl' })
      .prefault('libretranslate'),
    'Kind of the service that [translates public threads](customize.md#translation): `libretranslate` or `deepl`',
  ),
  translationUrl: setting(
    'TRANSLATION_URL',
    origin.optional(),
    'Address of the translation service. Without it, nothing is translated; DeepL needs only a key',
    'https://translate.example.org',
  ),
  translationKey: setting(
    'TRANSLATION_KEY',
    text(keyMaxLength).optional(),
    'API key of the translation service, if it needs one',
    'the-key-that-the-service-shows',
  ),
  allowsPrivateTranslation: setting(
    'TRANSLATION_ALLOW_PRIVATE_ADDRESSES',
    trueOrFalse.prefault('false'),
    '`true` allows a translation service in a private network, such as a container next to Skein',
  ),
};

/** The service that translates threads. */
export interface TranslationSettings {
  kind: 'libretranslate' | 'deepl';
  url: URL;
  key: string | undefined;
  allowsPrivate: boolean;
}

export const serviceSettings = z
  .object(serviceFields)
  .transform(
    ({ translationKind: kind, translationUrl, translationKey: key, allowsPrivateTranslation }) => {
      const url = translationUrl ?? (kind === 'deepl' ? findDeepl(key) : undefined);
      const translation: TranslationSettings | undefined = url && {
        kind,
        url,
        key,
        allowsPrivate: allowsPrivateTranslation,
      };
      return { translation };
    },
  );

/** Keys of the free plan have a suffix and an address of their own. */
function findDeepl(key: string | undefined): URL | undefined {
  if (key === undefined) return undefined;
  return new URL(key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com');
}
