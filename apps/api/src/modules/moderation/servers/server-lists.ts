import type { ServerPolicy } from '@skein/contracts/administration';
import type { ServerListRow } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import { toCsvList } from '../../../platform/csv/csv-list.ts';
import type { Download } from '../../../platform/download.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { Actor } from '../../../platform/viewer.ts';
import type { FederationModule, ServerDecision } from '../../federation/index.ts';
import { recordAction } from '../audit/audit.repository.ts';
import { isOwnDomain, requireServers } from './manage-servers.ts';
import { parseServerList, serverListHeader, toServerListRow } from './parse-server-list.ts';

interface Dependencies {
  database: Database;
  /** Undefined without federation. */
  federation?: Pick<FederationModule, 'servers'> | undefined;
}

/** Limits the duration of a transaction, for which deliveries wait. */
const batchSize = 100;
const exportPageSize = 500;

/** @throws NotFoundError without federation, like the others; ValidationError */
export async function previewServerList(
  deps: Dependencies,
  files: readonly UploadedFile[],
): Promise<{ rows: ServerListRow[] }> {
  const servers = requireServers(deps);
  const parsedServers = await parseServerList(requireFile(files).path);
  const domains = parsedServers.flatMap(({ domain, policy }) => (policy === null ? [] : domain));
  const [policies, follows] = await Promise.all([
    servers.listPolicies(domains),
    servers.countFollows(domains),
  ]);
  return {
    rows: parsedServers.map(({ isObfuscated, ...server }) => {
      const { domain, policy } = server;
      const currentPolicy = policies.get(domain) ?? null;
      const isInvalid = policy === null || isOwnDomain(servers, domain);
      const status = isInvalid ? 'invalid' : toStatus(policy, currentPolicy);
      return {
        ...server,
        policy: isInvalid ? null : policy,
        currentPolicy,
        status: isObfuscated ? 'obfuscated' : status,
        followsCount:
          policy === 'suspended' && status !== 'unchanged' ? (follows.get(domain) ?? 0) : 0,
      };
    }),
  };
}

function toStatus(policy: ServerPolicy, current: ServerPolicy | null) {
  if (current === null) return 'new';
  return current === policy ? 'unchanged' : 'changed';
}

/**
 * Applies the decisions of a file, except for the given rows. If the server stops meanwhile, repeating it continues.
 * @throws ValidationError
 */
export async function importServerList(
  deps: Dependencies,
  { userId: actorId }: Actor,
  { skippedRows = [] }: { skippedRows?: readonly number[] | undefined },
  files: readonly UploadedFile[],
): Promise<{ importedCount: number }> {
  const servers = requireServers(deps);
  const { rows } = await previewServerList(deps, files);
  const skippedIndexes = new Set(skippedRows);
  const decisions = rows.flatMap(({ domain, policy, reason, status }, row) => {
    const isChosen = (status === 'new' || status === 'changed') && !skippedIndexes.has(row);
    if (!isChosen || policy === null) return [];
    // A row without a comment keeps an earlier reason.
    return [{ domain, policy, ...(reason !== '' && { reason }) }];
  });
  try {
    for (let start = 0; start < decisions.length; start += batchSize) {
      await decideBatch(deps, actorId, decisions.slice(start, start + batchSize));
    }
  } finally {
    await deps.database.$transaction((tx) => servers.endSuspended(tx));
  }
  return { importedCount: decisions.length };
}

interface Decision extends ServerDecision {
  domain: string;
}

/** Applies decisions in one transaction, or in several if the servers have too many accounts. */
async function decideBatch(
  deps: Dependencies,
  actorId: string | null,
  batch: readonly Decision[],
): Promise<void> {
  const servers = requireServers(deps);
  try {
    await deps.database.$transaction(async (tx) => {
      const previousPolicies = await servers.decideAll(tx, batch);
      for (const [index, decision] of batch.entries()) {
        const details = { ...decision, before: previousPolicies[index] ?? null };
        await recordAction(tx, { actorId, action: 'change_server', details });
      }
    });
  } catch (error) {
    // Timeouts are among the outages. In others, a smaller batch fails again.
    if (batch.length === 1 || !isOutage(error)) throw error;
    const size = Math.ceil(batch.length / 10);
    for (let start = 0; start < batch.length; start += size) {
      await decideBatch(deps, actorId, batch.slice(start, start + size));
    }
  }
}

/** Returns the decisions about servers as a file that Mastodon imports. */
export function exportServerList(deps: Dependencies, now: Date): Download {
  const servers = requireServers(deps);
  async function* readPages() {
    for (let after = ''; ;) {
      const decisions = await servers.listRestrictions(after, exportPageSize);
      yield decisions.map(({ domain, policy, reason }) => toServerListRow(domain, policy, reason));
      if (decisions.length < exportPageSize) return;
      after = decisions.at(-1)?.domain ?? '';
    }
  }
  const content = toCsvList(readPages(), { header: serverListHeader });
  return { fileName: `domain-blocks-${now.toISOString().slice(0, 10)}.csv`, content };
}

function requireFile([file]: readonly UploadedFile[]): UploadedFile {
  if (file !== undefined) return file;
  throw new ValidationError([{ path: 'file', message: 'error.importFile' }]);
}
