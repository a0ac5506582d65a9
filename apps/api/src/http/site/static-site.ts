import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';
import { createAppPage } from './app-page.ts';
import type { PreviewSource } from './app-page.ts';
import type { RateLimiter } from '../rate-limits/rate-limits.ts';
import { MethodNotAllowedError, NotFoundError } from '../../platform/errors.ts';
import { sendStaticFile, toStaticFile } from './static-file.ts';
import type { StaticFile } from './static-file.ts';

interface StaticSiteOptions {
  /** The built web app: `index.html`, and `assets/` with hashed names. */
  directory: string;
  instanceName: string;
  previews: PreviewSource;
  rateLimiter: RateLimiter;
}

const manifestAddress = '/manifest.webmanifest';
const methods = ['GET', 'HEAD'];
const compressedExtensions = new Set(['.br', '.gz']);

/**
 * Serves the web app out of memory, as it was when the server started: a build that is made
 * meanwhile can neither break an answer nor mix its files with those of the page. Files with
 * hashed names are kept by browsers for good, and go out as the build compressed them; any path
 * that is no file is a screen and gets the page (`app-page.ts`), to be asked for again each time.
 */
export function staticSite(options: StaticSiteOptions): RequestHandler {
  const files = readFiles(options);
  const html = readFileSync(path.join(options.directory, 'index.html'), 'utf8');
  const sendPage = createAppPage({ ...options, html });
  return async (request, response) => {
    if (!methods.includes(request.method)) throw new MethodNotAllowedError(request.method, methods);
    const file = files.get(request.path);
    if (file === undefined && request.path.startsWith('/assets/')) {
      throw new NotFoundError('There is nothing at this address.');
    }
    if (file === undefined) await sendPage(request, response);
    else sendStaticFile(request, response, file);
  };
}

/** The files by their addresses, without the page and what a build keeps for itself. */
function readFiles(options: StaticSiteOptions): ReadonlyMap<string, StaticFile> {
  const { directory, instanceName } = options;
  const contents = readContents(directory);
  const files = new Map<string, StaticFile>();
  for (const [address, content] of contents) {
    const extension = path.extname(address);
    if (address === '/index.html' || compressedExtensions.has(extension)) continue;
    const br = contents.get(`${address}.br`);
    const gzip = contents.get(`${address}.gz`);
    const cacheControl = address.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600';
    const compressed = { ...(br && { br }), ...(gzip && { gzip }) };
    files.set(address, toStaticFile({ extension, cacheControl, content, compressed }));
  }
  const manifest = contents.get(manifestAddress);
  if (manifest) files.set(manifestAddress, nameManifest(manifest, instanceName));
  return files;
}

/** What an installed app is called. */
function nameManifest(content: Buffer, instanceName: string): StaticFile {
  const names = { name: instanceName, short_name: instanceName };
  const manifest: unknown = Object.assign(JSON.parse(content.toString()), names);
  return toStaticFile({
    extension: path.extname(manifestAddress),
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
