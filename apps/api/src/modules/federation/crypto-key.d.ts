import type { webcrypto } from 'node:crypto';

declare global {
  /** Fedify's types have the name of browsers. */
  type CryptoKey = webcrypto.CryptoKey;
}
