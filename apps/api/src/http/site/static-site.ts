import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';
import { createAppPage } from './app-page.ts';
import type { AppPageOptions } from './app-page.ts';
import { MethodNotAllowedError, NotFoundError } from '../../platform/errors.ts';
import { sendStaticFile, toStaticFile } from './static-file.ts';
import type { StaticFile } from './static-file.ts';

interface StaticSiteOptions extends Omit<AppPageOptions, 'html'> {
  /** The built web app: `index.html` and `assets/`, whose file names contain hashes. */
  directory: string;
}

const manifestPath = '/manifest.webmanifest';
const methods = ['GET', 'HEAD'];

/** The files of a logo of the instance by the paths of the icons that they replace. */
const logoFiles: ReadonlyMap<string, string> = new Map([
  ['/icons/icon-192.png', '192.png'],
  ['/icons/icon-512.png', '512.png'],
  ['/icons/icon-maskable-512.png', 'maskable.png'],
  ['/icons/apple-touch-icon.png', 'touch.png'],
]);
/** Paths that are no pages. A username can end with `.php`. */
const programPath =
  /^\/(?:(?:assets|\.well-known|v\d+|health|nodeinfo|oauth(?!\/authorize(?:\/native)?\/?$))\/|(?!profile\/).*\.php(?:\/|$))/i;
const compressedExtensions = new Set(['.br', '.gz']);

/**
 * Serves the web app from memory, as it was at the start of the server, so that a later build cannot
 * mix its files with those of the running version. Browsers cache assets with hashed names forever.
 * Any path that is not a file gets the app's page (`app-page.ts`), which browsers revalidate each time. Programs
 * request other paths to find out what the server supports, so unknown ones get a 404 (`programPath`).
 */
export function staticSite(options: StaticSiteOptions): RequestHandler {
  const files = readFiles(options);
  const html = readFileSync(path.join(options.directory, 'index.html'), 'utf8');
  const sendPage = createAppPage({ ...options, html });
  const findManifest = createManifest(files.get(manifestPath), options);
  return async (request, response) => {
    if (!methods.includes(request.method)) throw new MethodNotAllowedError(request.method, methods);
    // Apps on other sites show the icon as the picture of users without one.
    if (request.path.startsWith('/icons/')) {
      response.set({
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      });
    }
    const logoFile = logoFiles.get(request.path);
    const { logo } = options.readImageKeys();
    if (logoFile !== undefined && logo !== null) {
      response.set('Cache-Control', 'no-cache').redirect(`/media/${logo}/${logoFile}`);
      return;
    }
    const file = request.path === manifestPath ? findManifest() : files.get(request.path);
    if (file === undefined && programPath.test(request.path)) {
      throw new NotFoundError('error.notFound');
    }
    if (file === undefined) await sendPage(request, response);
    else sendStaticFile(request, response, file);
  };
}

/** Returns the files by path, without `index.html` and the compressed variants. */
function readFiles(options: StaticSiteOptions): ReadonlyMap<string, StaticFile> {
  const { directory } = options;
  const contents = readContents(directory);
  const files = new Map<string, StaticFile>();
  for (const [urlPath, content] of contents) {
    const extension = path.extname(urlPath);
    if (urlPath === '/index.html' || compressedExtensions.has(extension)) continue;
    const br = contents.get(`${urlPath}.br`);
    const gzip = contents.get(`${urlPath}.gz`);
    const cacheControl = urlPath.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : logoFiles.has(urlPath)
        ? 'no-cache'
        : 'public, max-age=3600';
    const compressed = { ...(br && { br }), ...(gzip && { gzip }) };
    files.set(urlPath, toStaticFile({ type: extension, cacheControl, content, compressed }));
  }
  return files;
}

/** Creates the manifest again when the name or the logo of the instance has changed. */
function createManifest(
  file: StaticFile | undefined,
  { readSettings, readImageKeys }: Pick<StaticSiteOptions, 'readSettings' | 'readImageKeys'>,
): () => StaticFile | undefined {
  let latest: { name: string; logo: string | null; file: StaticFile } | undefined;
  return () => {
    const { name } = readSettings();
    const { logo } = readImageKeys();
    if (file !== undefined && (latest?.name !== name || latest.logo !== logo)) {
      latest = { name, logo, file: insertIntoManifest(file.content, name, logo) };
    }
    return latest?.file;
  };
}

/** Sets the name of the installed app. Systems load its icons again when their addresses change. */
function insertIntoManifest(content: Buffer, name: string, logo: string | null): StaticFile {
  const { icons, ...others } = JSON.parse(content.toString()) as { icons?: { src: string }[] };
  const changedIcons = icons?.map((icon) => ({
    ...icon,
    src: logo === null ? icon.src : `/media/${logo}/${logoFiles.get(icon.src) ?? '512.png'}`,
  }));
  const manifest = {
    ...others,
    name,
    short_name: name,
    ...(changedIcons && { icons: changedIcons }),
  };
  return toStaticFile({
    type: path.extname(manifestPath),
    cacheControl: 'no-cache',
    content: Buffer.from(JSON.stringify(manifest)),
    compressed: {},
  });
}

function readContents(directory: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('.'));
  return new Map(
    names.map((name) => [
      `/${name.split(path.sep).map(encodeURIComponent).join('/')}`,
      readFileSync(path.join(directory, name)),
    ]),
  );
}
