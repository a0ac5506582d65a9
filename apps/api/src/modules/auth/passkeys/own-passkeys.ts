import type { Passkey } from '@skein/contracts/auth';
import { passkeysMax } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import { NotFoundError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { deletePasskey, selectPasskeys, updatePasskeyName } from './passkeys.repository.ts';
import { toPasskeyDto } from './passkeys.serializer.ts';

export async function listPasskeys(database: Database, { userId }: Viewer): Promise<Passkey[]> {
  const rows = await selectPasskeys(database, userId, passkeysMax);
  return rows.map((row) => toPasskeyDto(row));
}

/** @throws NotFoundError also for another user's passkey */
export async function renamePasskey(
  database: Database,
  { userId }: Viewer,
  id: string,
  name: string,
): Promise<Passkey> {
  const row = isId(id) ? await updatePasskeyName(database, id, userId, name) : null;
  if (row === null) throw passkeyNotFound();
  return toPasskeyDto(row);
}

/** @throws NotFoundError also for another user's passkey */
export async function removePasskey(
  database: Database,
  { userId }: Viewer,
  id: string,
): Promise<void> {
  if (!isId(id) || !(await deletePasskey(database, id, userId))) throw passkeyNotFound();
}

function passkeyNotFound(): NotFoundError {
  return new NotFoundError('error.passkeyNotFound');
}
