import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';

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

  const declared = await listDeclaredRoutes();
  expect(declared).toContain('likeThread');
  expect(declared.filter((id) => !served.has(id))).toEqual([]);
});

async function listDeclaredRoutes(): Promise<string[]> {
  const contracts = new URL('../../../../packages/contracts/src/', import.meta.url);
  const files = (await readdir(contracts, { recursive: true })).filter((file) =>
    file.endsWith('.contract.ts'),
  );
  const exported = await Promise.all(
    files.map((file): Promise<Record<string, unknown>> => import(new URL(file, contracts).href)),
  );
  return exported.flatMap((contract) => Object.values(contract)).flatMap(readRouteId);
}

function readRouteId(part: unknown): string[] {
  const isRoute = typeof part === 'object' && part !== null && 'path' in part && 'id' in part;
  return isRoute && typeof part.id === 'string' ? [part.id] : [];
}
