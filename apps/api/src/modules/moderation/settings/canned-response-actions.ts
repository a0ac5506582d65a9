import type { CannedResponse, CannedResponseInput } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import { createOnce } from '../../../platform/idempotency/create-once.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import type { Actor } from '../../../platform/viewer.ts';
import { recordAction } from '../audit/audit.repository.ts';
import {
  cannedResponseNotFound,
  deleteCannedResponse,
  findCannedResponse,
  insertCannedResponse,
  reorderCannedResponses,
  updateCannedResponse,
} from './canned-responses.repository.ts';

interface Dependencies {
  database: Database;
}

/** @throws ConflictError if there are too many */
export function createCannedResponse(
  { database }: Dependencies,
  { userId: actorId }: Actor,
  idempotency: Idempotency,
  input: CannedResponseInput,
): Promise<CannedResponse> {
  return createOnce(idempotency, {
    find: () => findCannedResponse(database, idempotency.id),
    create: () =>
      database.$transaction(async (tx) => {
        const created = await insertCannedResponse(tx, idempotency.id, input);
        const details = { title: created.title };
        await recordAction(tx, { actorId, action: 'create_canned_response', details });
        return created;
      }),
    deletedError: cannedResponseNotFound,
  });
}

/** @throws NotFoundError */
export function changeCannedResponse(
  { database }: Dependencies,
  { userId: actorId }: Actor,
  { responseId, ...input }: CannedResponseInput & { responseId: string },
): Promise<CannedResponse> {
  return database.$transaction(async (tx) => {
    const updated = await updateCannedResponse(tx, responseId, input);
    const details = { title: updated.title };
    await recordAction(tx, { actorId, action: 'change_canned_response', details });
    return updated;
  });
}

/** @throws NotFoundError */
export function removeCannedResponse(
  { database }: Dependencies,
  { userId: actorId }: Actor,
  id: string,
): Promise<void> {
  return database.$transaction(async (tx) => {
    const details = { title: await deleteCannedResponse(tx, id) };
    await recordAction(tx, { actorId, action: 'delete_canned_response', details });
  });
}

/** @throws ConflictError if `ids` are not exactly the ids of all canned responses */
export function orderCannedResponses(
  { database }: Dependencies,
  { userId: actorId }: Actor,
  ids: readonly string[],
): Promise<CannedResponse[]> {
  return database.$transaction(async (tx) => {
    const ordered = await reorderCannedResponses(tx, ids);
    await recordAction(tx, { actorId, action: 'reorder_canned_responses' });
    return ordered;
  });
}
