import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { generateRsaKeyPair } from '../../src/platform/rsa-key-pair.ts';
import type { RsaKeyPair } from '../../src/platform/rsa-key-pair.ts';

// Generating one takes longer than most tests. Accounts that are created one after the other have different ones.
const pairs = await Promise.all(Array.from({ length: 4 }, generateRsaKeyPair));

function createPool(): () => RsaKeyPair {
  let takenCount = 0;
  return () => {
    const pair = pairs[takenCount % pairs.length];
    if (pair === undefined) throw new Error('There are no key pairs.');
    takenCount += 1;
    return pair;
  };
}

/** The key pair of an account of an instance. */
export const takeKeyPair = createPool();

const takeRemotePair = createPool();

/** The keys of an account of another software. */
export function takeRemoteKeys(): { publicKeyPem: string; privateKey: KeyObject } {
  const { publicKey, privateKey } = takeRemotePair();
  const key = Buffer.from(privateKey);
  return {
    publicKeyPem: publicKey,
    privateKey: createPrivateKey({ key, type: 'pkcs8', format: 'der' }),
  };
}
