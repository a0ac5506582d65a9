import { matchLocale } from '@skein/messages';
import type { Locale } from '@skein/messages';
import type { Request } from 'express';

/** The language of a response, by the request's `Accept-Language`. */
export function requestLocale(request: Request): Locale {
  return matchLocale(request.acceptsLanguages());
}
