import type { Locale } from './messages.ts';

/** The attributes of a cookie. */
export interface CookieAttributes {
  path: string;
  httpOnly: boolean;
  sameSite: 'lax' | 'strict';
  secure: boolean;
  /** The lifetime in milliseconds. */
  maxAge?: number;
  expires?: Date;
}

/** The parts of the HTTP exchange that handlers may use. */
export interface RequestContext {
  userAgent: string | undefined;
  address: string | undefined;
  /** Whether the request comes from this machine without a proxy. */
  isLocal: boolean;
  /** The language of texts for the user. */
  locale: Locale;
  /** The access token as sent; undefined for routes that need none. */
  bearerToken: string | undefined;
  setCookie(name: string, value: string, options: CookieAttributes): void;
  clearCookie(name: string, options: CookieAttributes): void;
  /** Removes the files of this origin from the browser's HTTP cache. */
  clearCache(): void;
}
