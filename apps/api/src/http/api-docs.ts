import { createRequire } from 'node:module';
import path from 'node:path';
import type { RequestHandler, Router } from 'express';
import type { ApiFacts } from './openapi.ts';

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

const assetNames = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/**
 * Adds the OpenAPI document at `/openapi.json` and a page to read it at `/docs`. Gives what was
 * added, for whoever answers other methods there.
 */
export function apiDocs(router: Router, facts: ApiFacts): { method: string; path: string }[] {
  let document: Promise<string> | undefined;
  const handlers: Record<string, RequestHandler> = {
    '/openapi.json': async (_request, response) => {
      document ??= printDocument(facts);
      response.type('application/json').send(await document);
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
async function printDocument({ routes, instance }: ApiFacts): Promise<string> {
  const { createOpenApiDocument } = await import('./openapi.ts');
  return JSON.stringify(createOpenApiDocument(routes, instance));
}

function sendAsset(name: string): RequestHandler {
  return (_request, response) => {
    response.sendFile(name, {
      root: swaggerUiDirectory,
      // In place of what the API says of its own answers: these are the same for everybody.
      headers: { 'Cache-Control': 'public, max-age=3600' },
    });
  };
}
