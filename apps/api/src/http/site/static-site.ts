import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';
import { createAppPage } from './app-page.ts';
import type { FixedPageSettings, PageSettings, PreviewSource } from './app-page.ts';
import type { ConcurrencyLimiter } from '../concurrency-limiter.ts';
import type { RateLimiter } from '../rate-limits/rate-limits.ts';
import { MethodNotAllowedError, NotFoundError } from '../../platform/errors.ts';
import { sendStaticFile, toStaticFile } from './static-file.ts';
import type { StaticFile } from './static-file.ts';

interface StaticSiteOptions extends FixedPageSettings {
  /** The built web app: `index.html` and `assets/`, whose file names contain hashes. */
  directory: string;
  readSettings: () => PageSettings;
  hasRules: () => boolean;
  previews: PreviewSource;
  rateLimiter: RateLimiter;
  visitorReads: ConcurrencyLimiter;
}

const manifestPath = '/manifest.webmanifest';
const methods = ['GET', 'HEAD'];
const compressedExtensions = new Set(['.br', '.gz']);

/**
 * Serves the web app from memory, as it was at the start of the server, so that a later build cannot
 * mix its files with those of the running version. Browsers cache assets with hashed names forever.
 * Any path that is not a file gets the app's page (`app-page.ts`), which browsers revalidate each time.
 */
export function staticSite(options: StaticSiteOptions): RequestHandler {
  const files = readFiles(options);
  const html = readFileSync(path.join(options.directory, 'index.html'), 'utf8');
  const sendPage = createAppPage({ ...options, html });
  const findManifest = createManifest(files.get(manifestPath), options.readSettings);
  return async (request, response) => {
    if (!methods.includes(request.method)) throw new MethodNotAllowedError(request.method, methods);
    const file = request.path === manifestPath ? findManifest() : files.get(request.path);
    if (file === undefined && request.path.startsWith('/assets/')) {
      throw new NotFoundError('There is nothing at this address.');
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
      : 'public, max-age=3600';
    const compressed = { ...(br && { br }), ...(gzip && { gzip }) };
    files.set(urlPath, toStaticFile({ type: extension, cacheControl, content, compressed }));
  }
  return files;
}

/** Creates the manifest again when the name of the instance has changed. */
function createManifest(
  file: StaticFile | undefined,
  readSettings: () => PageSettings,
): () => StaticFile | undefined {
  let latest: { name: string; file: StaticFile } | undefined;
  return () => {
    const { name } = readSettings();
    if (file !== undefined && latest?.name !== name) {
      latest = { name, file: insertManifestName(file.content, name) };
    }
    return latest?.file;
  };
}

/** Sets the name of the installed app. */
function insertManifestName(content: Buffer, instanceName: string): StaticFile {
  const names = { name: instanceName, short_name: instanceName };
  const manifest: unknown = Object.assign(JSON.parse(content.toString()), names);
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
