import type { Database } from '@skein/db';
import type { Idempotency, IdempotencyKeys, KeyedRequest } from './idempotency.ts';
import { dayMs } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { ConflictError, UnauthenticatedError } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  completeClaim,
  deleteClaim,
  deleteClaimsBefore,
  findClaim,
  insertClaim,
} from './idempotency.repository.ts';

const retentionMs = dayMs;

/** An attempt fails when another request releases the key between its INSERT and its SELECT. */
const attemptsMax = 5;

interface Dependencies {
  database: Database;
  clock: Clock;
}

/** Stores for a day which request used which key and the id of the row that it creates. */
export function createIdempotencyModule({ database, clock }: Dependencies) {
  const expiry = () => new Date(clock.now().getTime() - retentionMs);

  async function claim(request: KeyedRequest): Promise<Idempotency> {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const id = newId();
      const times = { now: clock.now(), expiry: expiry() };
      if (await insertClaim(database, request, id, times)) return { id, attempt: 'first' };
      const earlier = await findClaim(database, request);
      if (earlier !== null) return toRepeated(request, earlier);
    }
    // The INSERT finds no user when the account was deleted.
    throw new UnauthenticatedError();
  }

  const keys: IdempotencyKeys = {
    claim,
    complete: (request, { id }) => completeClaim(database, request, id, clock.now()),
    release: (request, { id }) => deleteClaim(database, request, id),
  };
  return { ...keys, removeExpired: () => deleteClaimsBefore(database, expiry()) };
}

interface EarlierClaim {
  fingerprint: Uint8Array;
  madeId: string;
  completedAt: Date | null;
}

function toRepeated(request: KeyedRequest, earlier: EarlierClaim): Idempotency {
  if (!request.fingerprint.equals(earlier.fingerprint)) {
    throw new ConflictError('conflict', 'error.idempotencyKeyUsed');
  }
  return { id: earlier.madeId, attempt: earlier.completedAt === null ? 'retry' : 'completed' };
}
