import { createPrivateKey, generateKeyPair, webcrypto } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import type { GenerateRsaKeyPair } from '../../../platform/rsa-key-pair.ts';
import type { SecretCipher } from '../../../platform/secret-cipher.ts';
import { instanceActorId, instanceUsername } from '../../../domain/instance-actor.ts';

const { sql } = Prisma;

const generate = promisify(generateKeyPair);
const cachedKeysMax = 200;

export interface ActorKey {
  /** PEM. */
  publicKey: string;
  privateKey: webcrypto.CryptoKey;
  /** The public Ed25519 key for proofs of objects, as Multikey. */
  assertionKey: string;
  assertionPrivateKey: KeyObject;
}

interface StoredKey {
  publicKey: string;
  encryptedPrivateKey: Uint8Array;
  assertionKey: string | null;
  encryptedAssertionKey: Uint8Array | null;
}

interface AssertionKey {
  publicKey: string;
  encryptedKey: Uint8Array;
}

export interface ActorKeys {
  /** Creates the key pair when it is first needed. Null for a user who does not exist. */
  find(actorId: string): Promise<ActorKey | null>;
}

interface Dependencies {
  database: Database;
  cipher: SecretCipher;
  generateRsaKeyPair: GenerateRsaKeyPair;
}

/**
 * The key pairs of local accounts and of the server itself. Private keys are stored encrypted. Many deliveries need the
 * same key at once: it is loaded, or generated, only for the first.
 */
export function createActorKeys(dependencies: Dependencies): ActorKeys {
  const keys = new LRUCache<string, ActorKey>({
    max: cachedKeysMax,
    fetchMethod: (actorId) => loadKey(dependencies, actorId),
  });
  return { find: async (actorId) => (await keys.fetch(actorId)) ?? null };
}

async function loadKey(dependencies: Dependencies, actorId: string): Promise<ActorKey | undefined> {
  const { database, cipher } = dependencies;
  const stored = (await findStored(database, actorId)) ?? (await create(dependencies, actorId));
  if (stored === null) return undefined;
  const assertion = toAssertion(stored) ?? (await addAssertionKey(database, cipher, actorId));
  return {
    publicKey: stored.publicKey,
    privateKey: await importPrivateKey(decrypt(cipher, actorId, stored.encryptedPrivateKey)),
    assertionKey: assertion.publicKey,
    assertionPrivateKey: createPrivateKey({
      key: Buffer.from(decrypt(cipher, `${actorId} assertion`, assertion.encryptedKey)),
      format: 'der',
      type: 'pkcs8',
    }),
  };
}

function decrypt(cipher: SecretCipher, name: string, encrypted: Uint8Array): Uint8Array {
  const bytes = cipher.decrypt(name, encrypted);
  if (bytes !== null) return bytes;
  throw new Error('The key of an account cannot be decrypted: JWT_SECRET has changed.');
}

/** Null if the account has no Ed25519 key yet. */
function toAssertion({ assertionKey, encryptedAssertionKey }: StoredKey): AssertionKey | null {
  if (assertionKey === null || encryptedAssertionKey === null) return null;
  return { publicKey: assertionKey, encryptedKey: encryptedAssertionKey };
}

function findStored(database: Database, actorId: string): Promise<StoredKey | null> {
  return database.actorKey.findFirst({
    where: { actorId },
    select: {
      publicKey: true,
      encryptedPrivateKey: true,
      assertionKey: true,
      encryptedAssertionKey: true,
    },
  });
}

/** If several servers create a key at the same time, all use the first. */
async function create(
  { database, cipher, generateRsaKeyPair }: Dependencies,
  actorId: string,
): Promise<StoredKey | null> {
  const { publicKey, privateKey } = await generateRsaKeyPair();
  const encrypted = cipher.encrypt(actorId, privateKey);
  // The lock keeps the username as it is until it is fixed.
  const owner =
    actorId === instanceActorId
      ? sql`SELECT ${instanceUsername} AS username`
      : sql`SELECT username FROM users
          WHERE id = ${actorId}::uuid AND domain IS NULL FOR NO KEY UPDATE`;
  await database.execute(sql`
    WITH owner AS (${owner})
    INSERT INTO actor_keys (actor_id, username, public_key, encrypted_private_key)
    SELECT ${actorId}::uuid, username, ${publicKey}, ${encrypted} FROM owner
    ON CONFLICT (actor_id) DO NOTHING`);
  return findStored(database, actorId);
}

/** If several servers add a key at the same time, all use the first. */
async function addAssertionKey(
  database: Database,
  cipher: SecretCipher,
  actorId: string,
): Promise<AssertionKey> {
  const { publicKey, privateKey } = await generate('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const { exportMultikey } = await import('../fedify.ts');
  const created = {
    publicKey: await exportMultikey(publicKey),
    encryptedKey: cipher.encrypt(`${actorId} assertion`, privateKey),
  };
  await database.actorKey.updateMany({
    where: { actorId, assertionKey: null },
    data: {
      assertionKey: created.publicKey,
      encryptedAssertionKey: Uint8Array.from(created.encryptedKey),
    },
  });
  const stored = await findStored(database, actorId);
  return (stored && toAssertion(stored)) ?? created;
}

function importPrivateKey(der: Uint8Array): Promise<webcrypto.CryptoKey> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  // Fedify requires an extractable key.
  return webcrypto.subtle.importKey('pkcs8', Uint8Array.from(der), algorithm, true, ['sign']);
}
