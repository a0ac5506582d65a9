import { cannedResponsesMax } from '@skein/contracts/administration';
import type { CannedResponse, CannedResponseInput } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';

const { sql } = Prisma;

const select = { id: true, title: true, text: true } as const;

/** In the order that administrators have chosen. */
export const listCannedResponses = (database: Database | Transaction): Promise<CannedResponse[]> =>
  database.cannedResponse.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }], select });

export const findCannedResponse = (
  database: Database,
  id: string,
): Promise<CannedResponse | null> => database.cannedResponse.findFirst({ where: { id }, select });

/** @throws ConflictError if there are too many */
export async function insertCannedResponse(
  tx: Transaction,
  id: string,
  input: CannedResponseInput,
): Promise<CannedResponse> {
  await lock(tx);
  const { _count: count, _max: max } = await tx.cannedResponse.aggregate({
    _count: true,
    _max: { position: true },
  });
  if (count >= cannedResponsesMax) {
    const message = withValues('error.cannedResponsesMax', { max: cannedResponsesMax });
    throw new ConflictError('conflict', message);
  }
  const data = { id, ...input, position: (max.position ?? 0) + 1 };
  return tx.cannedResponse.create({ data, select });
}

/** @throws NotFoundError */
export async function updateCannedResponse(
  tx: Transaction,
  id: string,
  data: CannedResponseInput,
): Promise<CannedResponse> {
  if (!isId(id)) throw cannedResponseNotFound();
  const { count } = await tx.cannedResponse.updateMany({ where: { id }, data });
  if (count === 0) throw cannedResponseNotFound();
  return { id, ...data };
}

/**
 * Returns the title.
 * @throws NotFoundError
 */
export async function deleteCannedResponse(tx: Transaction, id: string): Promise<string> {
  if (!isId(id)) throw cannedResponseNotFound();
  const [deleted] = await tx.query<{ title: string }>(
    sql`DELETE FROM canned_responses WHERE id = ${id}::uuid RETURNING title`,
  );
  if (deleted === undefined) throw cannedResponseNotFound();
  return deleted.title;
}

/** @throws ConflictError if the ids are not those of all canned responses */
export async function reorderCannedResponses(
  tx: Transaction,
  ids: readonly string[],
): Promise<CannedResponse[]> {
  await lock(tx);
  const current = await listCannedResponses(tx);
  const isComplete =
    new Set(ids).size === ids.length &&
    ids.length === current.length &&
    current.every(({ id }) => ids.includes(id));
  if (!isComplete) {
    throw new ConflictError('conflict', 'error.cannedResponsesChanged');
  }
  await tx.execute(sql`
    UPDATE canned_responses SET position = wanted.position
    FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS wanted (id, position)
    WHERE canned_responses.id = wanted.id`);
  return listCannedResponses(tx);
}

/** Serializes changes of the list, so that concurrent ones respect the maximum and the order. */
async function lock(tx: Transaction): Promise<void> {
  await tx.execute(sql`LOCK TABLE canned_responses IN SHARE ROW EXCLUSIVE MODE`);
}

export const cannedResponseNotFound = () => new NotFoundError('error.cannedResponseNotFound');
