import type { Passkey } from '@skein/contracts/auth';
import type { PasskeyRow } from './passkeys.repository.ts';

export function toPasskeyDto({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
