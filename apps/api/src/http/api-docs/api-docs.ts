import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler, Router } from 'express';
import { loadOnce } from '../../platform/load-once.ts';
import type { ApiFacts } from './openapi.ts';
import { sendStaticFile, toStaticFile } from '../site/static-file.ts';
import type { StaticFile } from '../site/static-file.ts';

// Not imported: its main module would load the whole page into this process.
const require = createRequire(import.meta.url);
const swaggerUiDirectory = path.dirname(require.resolve('swagger-ui-dist/package.json'));

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API</title>
    <link rel="stylesheet" href="docs/assets/swagger-ui.css">
  </head>
  <body>
    <div id="api"></div>
    <script src="docs/assets/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

// Without a validator: it is another site's, and would be told what is read here.
const startScript = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null });\n`;

// Swagger UI writes HTML of its own making, so Trusted Types stay off on this one page.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const assetNames = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/**
 * Adds the OpenAPI document at `/openapi.json` and a page to read it at `/docs`. Gives what was
 * added, for whoever answers other methods there.
 */
export function apiDocs(router: Router, facts: ApiFacts): { method: string; path: string }[] {
  const readDocument = loadOnce(() => printDocument(facts));
  const handlers: Record<string, RequestHandler> = {
    '/openapi.json': async (request, response) => {
      sendStaticFile(request, response, await readDocument());
    },
    '/docs': (_request, response) => {
      response.setHeader('Content-Security-Policy', policy);
      response.type('html').send(page);
    },
    '/docs/start.js': (_request, response) => void response.type('js').send(startScript),
  };
  for (const name of assetNames) handlers[`/docs/assets/${name}`] = sendAsset(name);

  for (const [address, handler] of Object.entries(handlers)) router.get(address, handler);
  return Object.keys(handlers).map((address) => ({ method: 'GET', path: address }));
}

/** Loads what makes it only now: few instances are ever asked. */
async function printDocument({ routes, instance }: ApiFacts): Promise<StaticFile> {
  const { createOpenApiDocument } = await import('./openapi.ts');
  const content = Buffer.from(JSON.stringify(createOpenApiDocument(routes, instance)));
  return compressOnce({ extension: '.json', cacheControl: 'private, no-store', content });
}

/** All responses share one copy of the file, however many clients there are. */
async function compressOnce(
  file: Pick<StaticFile, 'extension' | 'cacheControl' | 'content'>,
): Promise<StaticFile> {
  const [br, gz] = await Promise.all([
    compressBrotli(file.content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    compressGzip(file.content),
  ]);
  return toStaticFile({ ...file, compressed: { br, gzip: gz } });
}

/** Read at the first request. */
function sendAsset(name: string): RequestHandler {
  const read = loadOnce(() => readAsset(name));
  return async (request, response) => {
    sendStaticFile(request, response, await read());
  };
}

async function readAsset(name: string): Promise<StaticFile> {
  const content = await readFile(path.join(swaggerUiDirectory, name));
  // In place of what the API says of its own answers: these are the same for everybody.
  const cacheControl = 'public, max-age=3600';
  return compressOnce({ extension: path.extname(name), cacheControl, content });
}
