import { expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { listDeclaredRoutes } from './declared-routes.ts';

interface OpenApiDocument {
  paths: Record<string, Record<string, { operationId: string }>>;
}

it('serves every route that a contract declares', async () => {
  const api = await startTestApi();
  const response = await api.request.get('/api/openapi.json').expect(200);
  const document = response.body as OpenApiDocument;
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const served = new Set(operations.map(({ operationId }) => operationId));
  await api.close();

  const declared = (await listDeclaredRoutes()).map(({ id }) => id);
  expect(declared).toContain('likeThread');
  expect(declared.filter((id) => !served.has(id))).toEqual([]);
});
