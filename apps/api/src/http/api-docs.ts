import { createRequire } from 'node:module';
import path from 'node:path';
import express from 'express';
import type { Router } from 'express';
import type { OpenApiDocument } from './openapi.ts';

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

/** The OpenAPI document at `/openapi.json` and a page to read it at `/docs`. */
export function apiDocs(document: OpenApiDocument): Router {
  const router = express.Router();
  const json = JSON.stringify(document);
  router.get('/openapi.json', (_request, response) => {
    response.type('application/json').send(json);
  });
  router.get('/docs', (_request, response) => {
    response.setHeader('Content-Security-Policy', policy);
    response.type('html').send(page);
  });
  router.get('/docs/start.js', (_request, response) => {
    response.type('text/javascript').send(startScript);
  });
  router.use('/docs/assets', express.static(swaggerUiDirectory, { index: false, maxAge: '1h' }));
  return router;
}
