import { RateLimitedError, UnavailableError } from '../../platform/errors.ts';

const retryAfterSeconds = 30;

interface DownloadSlotsOptions {
  /** Downloads in progress on this server. */
  serverMax: number;
  /** Downloads in progress of one user. */
  userMax: number;
}

export interface DownloadSlots {
  /**
   * Returns the function that releases the slot.
   * @throws RateLimitedError when the user's slots are taken, UnavailableError when all are
   */
  acquire(userId: string): () => void;
}

/**
 * Limits the downloads that are generated while they are sent. A slot is held until the last byte
 * is sent or the connection ends, because the work lasts that long.
 */
export function createDownloadSlots({ serverMax, userMax }: DownloadSlotsOptions): DownloadSlots {
  /** The user of each download in progress. */
  const slots = new Map<symbol, string>();

  return {
    acquire(userId) {
      const userSlots = slots.values().filter((id) => id === userId);
      if ([...userSlots].length >= userMax) {
        const message = 'error.downloadRunning';
        throw new RateLimitedError({ retryAfterSeconds, message });
      }
      if (slots.size >= serverMax) {
        const message = 'error.downloadsBusy';
        throw new UnavailableError(message, { retryAfterSeconds });
      }
      const slot = Symbol('download');
      slots.set(slot, userId);
      return () => void slots.delete(slot);
    },
  };
}
