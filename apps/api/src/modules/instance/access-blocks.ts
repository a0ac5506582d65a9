import type { AccessBlockKind } from '@skein/contracts/administration';
import type { AccessBlock } from '@skein/contracts/moderation';
import type { Database, Transaction } from '@skein/db';
import { dayMs } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import {
  createRangeMatcher,
  listDomains,
  normalizeDomain,
  normalizeIpRange,
} from './match-blocks.ts';
import {
  insertAccessBlock,
  listAccessBlocks,
  removeAccessBlock,
} from './access-blocks.repository.ts';

export interface AccessBlockInput {
  kind: AccessBlockKind;
  value: string;
  blocksAllAccess?: boolean | undefined;
  reason?: string | undefined;
  days?: number | null | undefined;
}

/** What the blocks mean at one time. */
interface Matchers {
  domains: ReadonlySet<string>;
  isRegistrationBlocked: (address: string) => boolean;
  isAccessBlocked: (address: string) => boolean;
  /** When the next block ends. */
  validUntil: number;
}

/** Blocked email domains and IP addresses, in memory, because each request is compared with them. */
export function createAccessBlocks({ database, clock }: { database: Database; clock: Clock }) {
  let blocks: readonly AccessBlock[] = [];
  let matchers = toMatchers([], 0);

  function current(): Matchers {
    const now = clock.now().getTime();
    if (now >= matchers.validUntil) matchers = toMatchers(blocks, now);
    return matchers;
  }

  return {
    /** Call it at startup and after each notification. */
    async load(): Promise<void> {
      const now = clock.now();
      blocks = await listAccessBlocks(database, now);
      matchers = toMatchers(blocks, now.getTime());
    },

    list: (): Promise<AccessBlock[]> => listAccessBlocks(database, clock.now()),

    isDomainBlocked: (email: string): boolean => {
      const { domains } = current();
      return domains.size > 0 && listDomains(email).some((domain) => domains.has(domain));
    },
    isRegistrationBlocked: (address = ''): boolean => current().isRegistrationBlocked(address),
    isAccessBlocked: (address = ''): boolean => current().isAccessBlocked(address),

    /**
     * Returns the block. Load the blocks after the commit.
     * @param ownAddress that of the administrator; undefined on the command line
     * @throws ValidationError
     * @throws ConflictError if it exists already, there are too many, or it contains `ownAddress`
     */
    async create(
      tx: Transaction,
      { id, ...input }: AccessBlockInput & { id: string },
      ownAddress: string | undefined,
    ): Promise<{ kind: AccessBlockKind; value: string; blocksAllAccess: boolean }> {
      const { kind, reason = '', days = null, blocksAllAccess = false } = input;
      const value = requireValue(input);
      if (blocksAllAccess && kind !== 'ip_range') {
        const message = 'error.accessBlockScope';
        throw new ValidationError([{ path: 'blocksAllAccess', message }]);
      }
      if (blocksAllAccess && createRangeMatcher([value])(ownAddress ?? '')) {
        throw new ConflictError('conflict', 'error.accessBlockOwnAddress');
      }
      const now = clock.now();
      const expiresAt = days === null ? null : new Date(now.getTime() + days * dayMs);
      await insertAccessBlock(tx, { id, kind, value, blocksAllAccess, reason, expiresAt }, now);
      return { kind, value, blocksAllAccess };
    },

    /**
     * Load the blocks after the commit.
     * @throws NotFoundError
     */
    async remove(tx: Transaction, id: string): Promise<{ kind: string; value: string }> {
      const block = isId(id) ? await removeAccessBlock(tx, id) : null;
      if (block === null) throw new NotFoundError('error.accessBlockNotFound');
      return block;
    },
  };
}

function requireValue({ kind, value }: AccessBlockInput): string {
  const normalized = kind === 'email_domain' ? normalizeDomain(value) : normalizeIpRange(value);
  if (normalized !== null) return normalized;
  const message = kind === 'ip_range' ? 'error.accessBlockRange' : 'error.accessBlockDomain';
  throw new ValidationError([{ path: 'value', message }]);
}

function toMatchers(all: readonly AccessBlock[], now: number): Matchers {
  const ends = all.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [Date.parse(expiresAt)]));
  const blocks = all.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now);
  const ranges = blocks.filter(({ kind }) => kind === 'ip_range');
  const domains = blocks.filter(({ kind }) => kind === 'email_domain');
  return {
    domains: new Set(domains.map(({ value }) => value)),
    isRegistrationBlocked: createRangeMatcher(ranges.map(({ value }) => value)),
    isAccessBlocked: createRangeMatcher(
      ranges.filter(({ blocksAllAccess }) => blocksAllAccess).map(({ value }) => value),
    ),
    validUntil: Math.min(Infinity, ...ends.filter((end) => end > now)),
  };
}
