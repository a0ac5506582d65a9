import { readdir } from 'node:fs/promises';
import type { EndpointDefinition } from '@skein/contracts/http';

/** Every route that a contract declares. */
export async function listDeclaredRoutes(): Promise<EndpointDefinition[]> {
  const contracts = new URL('../../../../packages/contracts/src/', import.meta.url);
  const files = (await readdir(contracts, { recursive: true })).filter((file) =>
    file.endsWith('.contract.ts'),
  );
  const exported = await Promise.all(
    files.map((file): Promise<Record<string, unknown>> => import(new URL(file, contracts).href)),
  );
  return exported.flatMap((contract) => Object.values(contract)).filter(isRoute);
}

function isRoute(part: unknown): part is EndpointDefinition {
  return typeof part === 'object' && part !== null && 'path' in part && 'id' in part;
}
