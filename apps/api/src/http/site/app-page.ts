import { defaultUploadSettings, toUploadLimits } from '@skein/contracts/upload-limits';
import type { UploadSettings } from '@skein/contracts/upload-limits';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import type {
  DefaultLanguage,
  DefaultTheme,
  RegistrationMode,
} from '@skein/contracts/administration';
import { locales } from '@skein/messages';
import { t } from '../../platform/messages.ts';
import { decodePathPart } from '../../platform/decode-path.ts';
import type { Locale } from '../../platform/messages.ts';
import { requestLocale } from '../routes/request-locale.ts';
import { toAppError } from '../middleware/error-handler.ts';
import { addressKey } from '../../platform/rate-limits/rate-limits.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import type { SignInSettings } from '../../platform/config/security-settings.ts';
import type { FairQueue } from '../../platform/fair-queue.ts';
import { escapeHtml } from '../../platform/html.ts';
import { renderPreview } from './page-preview.ts';
import type { PagePreview } from '../../domain/page-preview.ts';
import { sendStaticFile, toStaticFile } from './static-file.ts';
import type { StaticFile } from './static-file.ts';

/** The page that asks for permission for an app. */
const authorizationPath = '/oauth/authorize';

/** Finds the public content of a page; null when there is none. */
export interface PreviewSource {
  findThread(threadId: string, locale: Locale): Promise<PagePreview | null>;
  findProfile(idOrUsername: string, locale: Locale): Promise<PagePreview | null>;
  findHashtag(tag: string, locale: Locale): Promise<PagePreview | null>;
}

/** The settings that the app reads from the page. */
export interface PageSettings extends UploadSettings {
  name: string;
  registrationMode: RegistrationMode;
  registrationMessage: string;
  requiresProofOfWork: boolean;
  showsTrends: boolean;
  accentColor: string;
  accentColorDark: string;
  defaultTheme: DefaultTheme;
  defaultLanguage: DefaultLanguage;
  hasPush: boolean;
}

/** The keys of the instance's pictures in the media store; null for those of the build. */
export interface PageImageKeys {
  logo: string | null;
  favicon: string | null;
}

/** The settings of the server that the app reads from the page. */
export interface FixedPageSettings extends Pick<SignInSettings, 'hasPasswordSignIn'> {
  // Undefined without the service.
  oidc: { buttonLabel: string | undefined } | undefined;
  translation: object | undefined;
  gifs: object | undefined;
  federation?: object | undefined;
}

export interface AppPageOptions extends FixedPageSettings {
  /** The built `index.html`. */
  html: string;
  readSettings: () => PageSettings;
  /** Change only together with the settings. */
  readImageKeys: () => PageImageKeys;
  /** Whether administrators see the setup. */
  needsSetup: () => boolean;
  hasRules: () => boolean;
  previews: PreviewSource;
  rateLimiter: RateLimiter;
  visitorReads: FairQueue;
}

/**
 * Sends the app's page, which depends only on the language of the request. For a public thread, profile
 * or hashtag its head contains a link preview. If the content does not exist or is not public, the
 * status is 404, but the app still shows signed-in users what they may see. If the request exceeds a
 * rate limit or the database is unavailable, the page is sent with the status of that error.
 */
export function createAppPage(options: AppPageOptions) {
  const { previews, rateLimiter, visitorReads, readSettings } = options;
  const readShells = createShells(options);

  async function describe(
    request: Request,
    locale: Locale,
  ): Promise<StaticFile | { movedTo: string } | null> {
    const { html, instanceName, pages } = readShells();
    const find = toLookup(request.path, locale, previews);
    if (find === null) return pages[locale];
    const owner = addressKey(request.ip);
    await rateLimiter.consume('signedOut', owner);
    const preview = await visitorReads.run({ owner }, find);
    if (preview === null) return null;
    if (preview.isFormerUsername)
      return { movedTo: `${new URL(preview.url).pathname}${getQuery(request)}` };
    const title = `<title>${escapeHtml(`${preview.title} · ${instanceName}`)}</title>`;
    const head = `${title}\n    ${renderPreview(preview, instanceName)}`;
    const page = localizePage(html, locale).replace(/\s*<meta name="description"[^>]*>/, '');
    return toPage(insertContent(replaceTitle(page, head), preview), fastCompression);
  }

  return async (request: Request, response: Response): Promise<void> => {
    const { defaultLanguage } = readSettings();
    const locale = defaultLanguage === 'browser' ? requestLocale(request) : defaultLanguage;
    response.vary('Accept-Language');
    // Apps in browsers open it in a popup and wait for its end, which they otherwise do not see.
    if (request.path === authorizationPath) {
      response.set('Cross-Origin-Opener-Policy', 'unsafe-none');
    }
    let page: Awaited<ReturnType<typeof describe>>;
    try {
      page = await describe(request, locale);
    } catch (error) {
      const { code, status, headers } = toAppError(error);
      if (code === 'internal') throw error;
      response.status(status).set(headers);
      sendStaticFile(request, response, readShells().pages[locale]);
      return;
    }
    if (page !== null && 'movedTo' in page) {
      // The former address can become the present one again at any time.
      response.set('Cache-Control', 'no-cache').redirect(page.movedTo);
      return;
    }
    if (page === null) response.status(404);
    sendStaticFile(request, response, page ?? readShells().pages[locale]);
  };
}

interface Shells {
  /** The page in the language of the build. */
  html: string;
  instanceName: string;
  /** The page without a link preview. */
  pages: Record<Locale, StaticFile>;
}

/** Creates the pages again when the settings in them have changed. */
function createShells(options: AppPageOptions): () => Shells {
  const { readSettings, readImageKeys, needsSetup, hasRules } = options;
  const html = insertFixedSettings(options.html, options);
  let latest: { settings: PageSettings; shells: Shells } | undefined;
  return () => {
    const settings = readSettings();
    if (latest?.settings !== settings) {
      const named = insertImages(
        insertSettings(html, settings, { hasRules: hasRules(), needsSetup: needsSetup() }),
        readImageKeys(),
      );
      const pages = Object.fromEntries(
        locales.map((locale) => [locale, toPage(localizePage(named, locale), bestCompression)]),
      ) as Record<Locale, StaticFile>;
      latest = { settings, shells: { html: named, instanceName: settings.name, pages } };
    }
    return latest.shells;
  };
}

/** With its question mark. */
function getQuery({ originalUrl }: Request): string {
  const start = originalUrl.indexOf('?');
  return start === -1 ? '' : originalUrl.slice(start);
}

type Lookup = () => Promise<PagePreview | null>;

/** Returns null for a path without a preview. */
function toLookup(path: string, locale: Locale, previews: PreviewSource): Lookup | null {
  const [, kind, encoded = ''] = /^\/(thread|profile|hashtag)\/([^/]+)\/?$/.exec(path) ?? [];
  if (kind === undefined) return null;
  const name = decodePathPart(encoded);
  return async () => {
    if (name === null) return null;
    if (kind === 'thread') return previews.findThread(name, locale);
    return kind === 'profile'
      ? previews.findProfile(name, locale)
      : previews.findHashtag(name, locale);
  };
}

/** Adds the settings that only the operator changes. */
function insertFixedSettings(html: string, fixed: FixedPageSettings): string {
  const metas = [
    fixed.oidc === undefined ? '' : toMeta('single-sign-on', 'on'),
    fixed.oidc?.buttonLabel === undefined
      ? ''
      : toMeta('single-sign-on-label', fixed.oidc.buttonLabel),
    fixed.hasPasswordSignIn ? '' : toMeta('password-sign-in', 'off'),
    fixed.translation === undefined ? '' : toMeta('translation', 'on'),
    fixed.gifs === undefined ? '' : toMeta('gifs', 'on'),
    fixed.federation === undefined ? '' : toMeta('federation', 'on'),
  ];
  return html.replace('</title>', () => `</title>${metas.join('')}`);
}

/** Replaces the app's name by the instance's name, and adds the settings that differ from the default. */
function insertSettings(
  html: string,
  settings: PageSettings,
  { hasRules, needsSetup }: { hasRules: boolean; needsSetup: boolean },
): string {
  const name = escapeHtml(settings.name);
  const others = [
    ...(settings.registrationMode === 'open'
      ? []
      : [
          toMeta('registration', settings.registrationMode),
          toMeta('registration-message', settings.registrationMessage),
        ]),
    settings.requiresProofOfWork ? toMeta('proof-of-work', 'on') : '',
    settings.showsTrends ? '' : toMeta('trends', 'off'),
    settings.accentColor === '' ? '' : toMeta('accent', settings.accentColor),
    settings.accentColorDark === '' ? '' : toMeta('accent-dark', settings.accentColorDark),
    settings.defaultTheme === 'system' ? '' : toMeta('default-theme', settings.defaultTheme),
    settings.defaultLanguage === 'browser'
      ? ''
      : toMeta('default-language', settings.defaultLanguage),
    settings.hasPush ? '' : toMeta('push', 'off'),
    toUploadMeta(settings),
    hasRules ? toMeta('rules', 'on') : '',
    needsSetup ? toMeta('setup', 'on') : '',
  ].join('');
  const named = html.replace(
    /(<meta name="application-name" content=")[^"]*"/,
    (_all, start: string) => `${start}${name}"`,
  );
  return replaceTitle(named, `<title>${name}</title>${others}`);
}

function toUploadMeta(settings: PageSettings): string {
  const limits = JSON.stringify(toUploadLimits(settings));
  const isDefault = limits === JSON.stringify(toUploadLimits(defaultUploadSettings));
  return isDefault ? '' : toMeta('upload-limits', limits);
}

/** Replaces the favicon, and the logo that is shown while the app loads. The app reads its address. */
function insertImages(html: string, { logo, favicon }: PageImageKeys): string {
  const icon = favicon ?? logo;
  const withIcon =
    icon === null
      ? html
      : html.replace(
          /<link rel="icon"[^>]*>/,
          `<link rel="icon" href="/media/${icon}/48.png" type="image/png">`,
        );
  if (logo === null) return withIcon;
  const url = `/media/${logo}/96.png`;
  return withIcon
    .replace('</title>', () => `</title>${toMeta('logo', url)}`)
    .replace(/<svg[\s\S]*?<\/svg>/, () => `<img src="${url}" width="44" height="44" alt="">`);
}

function toMeta(name: string, content: string): string {
  return `\n    <meta name="${name}" content="${escapeHtml(content)}">`;
}

/** Translates the texts that users and search engines see without the app. */
function localizePage(html: string, locale: Locale): string {
  const description = escapeHtml(t(locale, 'preview.instance'));
  return html
    .replace(/<html lang="[^"]*"/, () => `<html lang="${locale}"`)
    .replace(
      /(<meta name="description" content=")[^"]*/,
      (_all, start: string) => start + description,
    )
    .replace(/<noscript>[^<]*/, () => `<noscript>${escapeHtml(t(locale, 'preview.noScript'))}`);
}

function insertContent(html: string, preview: PagePreview): string {
  return html.replace('<noscript>', () => `<noscript>${preview.html ?? ''}`);
}

function replaceTitle(html: string, replacement: string): string {
  return html.replace(/<title>[^<]*<\/title>/, () => replacement);
}

const bestCompression = { brotliQuality: 11, gzipLevel: 9 };
/** For a page generated for one request. */
const fastCompression = { brotliQuality: 4, gzipLevel: 5 };

function toPage(html: string, { brotliQuality, gzipLevel }: typeof bestCompression): StaticFile {
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  return toStaticFile({
    type: '.html',
    cacheControl: 'no-cache',
    content: Buffer.from(html),
    compressed: {
      br: brotliCompressSync(html, { params }),
      gzip: gzipSync(html, { level: gzipLevel }),
    },
  });
}
