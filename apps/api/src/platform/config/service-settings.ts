import { z } from 'zod';
import { origin, setting, text, trueOrFalse } from './fields.ts';

const keyMaxLength = 200;
const nameMaxLength = 30;

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
  gifKind: setting(
    'GIF_KIND',
    z.enum(['giphy', 'tenor'], { error: 'must be giphy or tenor' }).prefault('giphy'),
    'API of the service that [finds GIFs](customize.md#gif-search): `giphy`, or `tenor` for services with the API of Tenor, such as KLIPY',
  ),
  gifUrl: setting(
    'GIF_URL',
    origin.optional(),
    'Address of the GIF service; GIPHY needs only a key',
    'https://api.klipy.com',
  ),
  gifKey: setting(
    'GIF_KEY',
    text(keyMaxLength).optional(),
    'API key of the GIF service. Without it, users attach only GIFs from their device',
    'the-key-that-the-service-shows',
  ),
  gifName: setting(
    'GIF_NAME',
    text(nameMaxLength).optional(),
    'Name of the GIF service, which users see. Default: `GIPHY` or `Tenor`',
    'KLIPY',
  ),
  allowsPrivateGifs: setting(
    'GIF_ALLOW_PRIVATE_ADDRESSES',
    trueOrFalse.prefault('false'),
    '`true` allows a GIF service in a private network',
  ),
};

/** The service that translates threads. */
export interface TranslationSettings {
  kind: 'libretranslate' | 'deepl';
  url: URL;
  key: string | undefined;
  allowsPrivate: boolean;
}

/** The service that finds GIFs. */
export interface GifSettings {
  kind: 'giphy' | 'tenor';
  url: URL;
  key: string;
  name: string;
  allowsPrivate: boolean;
}

type ServiceFields = z.infer<z.ZodObject<typeof serviceFields>>;

export const serviceSettings = z
  .object(serviceFields)
  .refine(
    ({ gifKind, gifKey, gifUrl }) =>
      gifKind === 'giphy' || (gifKey === undefined) === (gifUrl === undefined),
    {
      path: ['gifUrl'],
      error: 'is required with GIF_KEY if GIF_KIND is tenor',
    },
  )
  .transform((fields) => ({ translation: toTranslation(fields), gifs: toGifs(fields) }));

function toTranslation(fields: ServiceFields): TranslationSettings | undefined {
  const { translationKind: kind, translationUrl, translationKey: key } = fields;
  const url = translationUrl ?? (kind === 'deepl' ? findDeepl(key) : undefined);
  return url && { kind, url, key, allowsPrivate: fields.allowsPrivateTranslation };
}

function toGifs({
  gifKind: kind,
  gifUrl,
  gifKey: key,
  ...fields
}: ServiceFields): GifSettings | undefined {
  const url = gifUrl ?? new URL('https://api.giphy.com');
  const name = fields.gifName ?? (kind === 'giphy' ? 'GIPHY' : 'Tenor');
  return key === undefined
    ? undefined
    : { kind, url, key, name, allowsPrivate: fields.allowsPrivateGifs };
}

/** Keys of the free plan have a suffix and an address of their own. */
function findDeepl(key: string | undefined): URL | undefined {
  if (key === undefined) return undefined;
  return new URL(key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com');
}
