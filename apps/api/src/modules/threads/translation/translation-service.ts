import { z } from 'zod';
import { fetchFromService } from '../../../platform/fetch-from-service.ts';
import type { SendRequest } from '../../../platform/public-request.ts';
import type { TranslationSettings } from '../../../platform/config/service-settings.ts';

const timeoutMs = 10_000;
const maxBytes = 256 * 1024;

interface TranslatedTexts {
  /** HTML, in the order of the request. */
  texts: readonly string[];
  /** What the service has detected, if the language of the texts is unknown. */
  detectedLanguage: string | null;
}

interface TranslationRequest {
  /** HTML. */
  texts: readonly string[];
  /** BCP 47; null if unknown. */
  source: string | null;
  target: string;
}

/** @throws Error if the service does not respond as documented */
export async function translateTexts(
  sendRequest: SendRequest,
  settings: TranslationSettings,
  request: TranslationRequest,
): Promise<TranslatedTexts> {
  const { path, headers, body } =
    settings.kind === 'deepl' ? toDeepl(settings, request) : toLibreTranslate(settings, request);
  const { content } = await fetchFromService(sendRequest, new URL(path, settings.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: JSON.stringify(body),
    timeoutMs,
    maxBytes,
    allowsPrivate: settings.allowsPrivate,
  });
  const response: unknown = JSON.parse(content.toString('utf8'));
  const translated = settings.kind === 'deepl' ? readDeepl(response) : readLibreTranslate(response);
  if (translated.texts.length !== request.texts.length) throw new Error('Texts are missing.');
  return translated;
}

/** `pt-BR` is `pt` for services that know only languages. */
const toLanguage = (tag: string): string => tag.split('-', 1)[0] ?? tag;

// https://docs.libretranslate.com/api/operations/translate/

function toLibreTranslate({ key }: TranslationSettings, request: TranslationRequest) {
  const { texts, source, target } = request;
  const body = {
    q: texts,
    source: source === null ? 'auto' : toLanguage(source),
    target: toLanguage(target),
    format: 'html',
    ...(key !== undefined && { api_key: key }),
  };
  return { path: '/translate', headers: {}, body };
}

const detectionSchema = z.object({ language: z.string() });

const libreTranslateSchema = z.object({
  translatedText: z.array(z.string()),
  detectedLanguage: z.union([detectionSchema, z.array(detectionSchema)]).optional(),
});

function readLibreTranslate(response: unknown): TranslatedTexts {
  const { translatedText, detectedLanguage } = libreTranslateSchema.parse(response);
  const [detected] = [detectedLanguage ?? []].flat();
  return { texts: translatedText, detectedLanguage: detected?.language ?? null };
}

// https://developers.deepl.com/api-reference/translate

function toDeepl({ key = '' }: TranslationSettings, request: TranslationRequest) {
  const { texts, source, target } = request;
  const body = {
    text: texts,
    target_lang: toLanguage(target).toUpperCase(),
    tag_handling: 'html',
    ...(source !== null && { source_lang: toLanguage(source).toUpperCase() }),
  };
  return { path: '/v2/translate', headers: { Authorization: `DeepL-Auth-Key ${key}` }, body };
}

const deeplSchema = z.object({
  translations: z.array(
    z.object({ text: z.string(), detected_source_language: z.string().optional() }),
  ),
});

function readDeepl(response: unknown): TranslatedTexts {
  const { translations } = deeplSchema.parse(response);
  return {
    texts: translations.map(({ text }) => text),
    detectedLanguage: translations[0]?.detected_source_language?.toLowerCase() ?? null,
  };
}
