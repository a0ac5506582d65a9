import { z } from 'zod';
import { fetchJson } from '../http-client/load-document.ts';
import type { FetchDependencies } from '../http-client/load-document.ts';
import { listUnchecked, saveSoftware } from './servers.repository.ts';
import { dayMs } from '../../../platform/clock.ts';

const checkedDays = 7;
const batchSize = 20;
const softwareMaxLength = 100;

const discoverySchema = z.object({ links: z.array(z.object({ rel: z.string(), href: z.url() })) });
const documentSchema = z.object({
  software: z.object({ name: z.string(), version: z.string().default('') }),
});

/** A background job that runs on one server: asks other servers for the name of their software. */
export async function checkSoftware(deps: FetchDependencies): Promise<void> {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - checkedDays * dayMs);
  for (const domain of await listUnchecked(deps.database, before, batchSize)) {
    if (deps.stopping.aborted) return;
    const software = await readSoftware(deps, domain).catch(() => null);
    await saveSoftware(deps.database, domain, software, now);
  }
}

/** Reads NodeInfo. */
async function readSoftware(deps: FetchDependencies, domain: string): Promise<string> {
  const accept = 'application/json';
  const address = `https://${domain}/.well-known/nodeinfo`;
  const { links } = discoverySchema.parse(await fetchJson(deps, address, accept));
  const link = links.findLast(({ rel }) => rel.includes('nodeinfo.diaspora.software/ns/schema/'));
  const document = documentSchema.parse(await fetchJson(deps, link?.href ?? '', accept));
  const { name, version } = document.software;
  return `${name} ${version}`
    .replaceAll(/\p{C}/gu, ' ')
    .trim()
    .slice(0, softwareMaxLength)
    .toWellFormed();
}
