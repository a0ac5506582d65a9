import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import nodePath from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ApiDescription } from '@skein/contracts/openapi';
import type { RequestHandler, Router } from 'express';
import { sendStaticFile, toStaticFile } from '../site/static-file.ts';
import type { StaticFile } from '../site/static-file.ts';

// Resolved instead of imported, because importing it would load the whole page into this process.
const require = createRequire(import.meta.url);
const swaggerUiDirectory = nodePath.dirname(require.resolve('swagger-ui-dist/package.json'));

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

// The page shows only the list of tags, because all routes together are too many to scroll through.
// The default validator is off, because it would send the document's address to another site.
const startScript = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
});
`;

// Swagger UI generates HTML, so this page cannot require Trusted Types.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const assetNames = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/**
 * Adds the OpenAPI document at `/openapi.json` and Swagger UI at `/docs`. Returns the added routes,
 * so that other methods on their paths get a 405.
 */
export function apiDocs(
  router: Router,
  description: ApiDescription,
): { method: string; path: string }[] {
  const readDocument = createDocumentReader(description);
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

  for (const [path, handler] of Object.entries(handlers)) router.get(path, handler);
  return Object.keys(handlers).map((path) => ({ method: 'GET', path }));
}

/** Creates the document at the first request and after each change of the instance's name. */
function createDocumentReader({ routes, readInstance }: ApiDescription): () => Promise<StaticFile> {
  let latest: { name: string; read: () => Promise<StaticFile> } | undefined;
  return () => {
    const instance = readInstance();
    if (latest?.name !== instance.name) {
      const read = loadOnce(() => createDocumentFile(routes, instance));
      latest = { name: instance.name, read };
    }
    return latest.read();
  };
}

/** Concurrent requests share one load, so that they do not compress a file each. A failed one is repeated. */
function loadOnce(load: () => Promise<StaticFile>): () => Promise<StaticFile> {
  let loading: Promise<StaticFile> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** Imports the generator with the first request, because most instances never need it. */
async function createDocumentFile(
  routes: ApiDescription['routes'],
  instance: ReturnType<ApiDescription['readInstance']>,
): Promise<StaticFile> {
  const { createOpenApiDocument } = await import('@skein/contracts/openapi');
  const content = Buffer.from(JSON.stringify(createOpenApiDocument(routes, instance)));
  return compressFile({ type: '.json', cacheControl: 'private, no-store', content });
}

/** Compresses the file once for all responses. */
async function compressFile(
  file: Pick<StaticFile, 'type' | 'cacheControl' | 'content'>,
): Promise<StaticFile> {
  const [br, gz] = await Promise.all([
    compressBrotli(file.content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    compressGzip(file.content),
  ]);
  return toStaticFile({ ...file, compressed: { br, gzip: gz } });
}

/** The file is read on the first request. */
function sendAsset(name: string): RequestHandler {
  const read = loadOnce(() => readAsset(name));
  return async (request, response) => {
    sendStaticFile(request, response, await read());
  };
}

async function readAsset(name: string): Promise<StaticFile> {
  const content = await readFile(nodePath.join(swaggerUiDirectory, name));
  // Overrides the API's `no-store`, because these files are the same for all users.
  const cacheControl = 'public, max-age=3600';
  return compressFile({ type: nodePath.extname(name), cacheControl, content });
}
