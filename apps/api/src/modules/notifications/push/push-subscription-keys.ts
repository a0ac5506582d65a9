import { ECDH } from 'node:crypto';
import { ValidationError } from '../../../platform/errors.ts';

/** The keys of a subscription, in base64. */
export interface PushSubscriptionKeys {
  p256dh: string;
  auth: string;
}

/**
 * A point on the P-256 curve and a 16-byte secret, which message encryption requires.
 * @throws ValidationError
 */
export function readPushKeys({ p256dh, auth }: PushSubscriptionKeys): PushSubscriptionKeys {
  const [point, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')];
  if (secret.length === 16 && isPoint(point)) {
    // Apps also send them with padding, or in the other alphabet.
    return { p256dh: point.toString('base64url'), auth: secret.toString('base64url') };
  }
  const message = 'error.pushKeysInvalid';
  throw new ValidationError([{ path: 'keys', message }]);
}

function isPoint(key: Buffer): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', undefined, undefined, 'uncompressed');
    return key.length === 65;
  } catch {
    return false;
  }
}
