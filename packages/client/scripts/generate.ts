// `pnpm build:library`: writes the client to `generated`, from the contracts of all routes.
import { readdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { createOpenApiDocument } from '@skein/contracts/openapi';
import type { ApiDescription } from '@skein/contracts/openapi';
import manifest from '../package.json' with { type: 'json' };
import { describeClient } from './describe-client.ts';

type Route = ApiDescription['routes'][number];

const contracts = new URL('../../contracts/src/', import.meta.url);

// The compiler does not remove the output of deleted files.
await rm(new URL('../dist', import.meta.url), { recursive: true, force: true });

const description = createOpenApiDocument(await loadRoutes(), {
  name: 'Skein',
  version: manifest.version,
});

await createClient({
  // Spread, because the type of the description is an interface, and the generator expects a record.
  input: { ...describeClient(description) },
  output: {
    path: fileURLToPath(new URL('../generated', import.meta.url)),
    module: { extension: '.ts' },
  },
  plugins: [
    '@hey-api/typescript',
    { name: '@hey-api/client-fetch', throwOnError: true },
    // Operations return the body of the response. There is no global client to configure.
    { name: '@hey-api/sdk', client: false, responseStyle: 'data' },
  ],
  logs: { level: 'warn', file: false },
});

/** The routes of all contracts. A test of the API checks that the server has the same. */
async function loadRoutes(): Promise<Route[]> {
  const names = await readdir(contracts, { recursive: true });
  const files = names.filter((name) => name.endsWith('.contract.ts')).toSorted();
  const modules = await Promise.all(
    files.map((file): Promise<Record<string, unknown>> => import(new URL(file, contracts).href)),
  );
  return modules.flatMap((module) => Object.values(module)).filter(isRoute);
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'path' in value && 'id' in value;
}
