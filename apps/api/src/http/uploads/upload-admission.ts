import type { FileField } from '@skein/contracts/http';
import { jsonBodyMaxBytes } from '@skein/contracts/limits';
import type { Request } from 'express';
import { PayloadTooLargeError, RateLimitedError } from '../../platform/errors.ts';
import type { DiskSpace } from '../../platform/disk-space.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { requesterKey } from '../rate-limits/rate-limits.ts';

export const fieldsMax = 40;
export const fieldMaxBytes = 64 * 1024;

/** Forms that are sent at once by one user, on this server. */
const formsPerUserMax = 2;

/** A form up to this size can hold a text and no large file; its fields are kept in memory. */
const smallFormMaxBytes = jsonBodyMaxBytes;

/** The file fields of a form by their names. */
export type FileFields = Record<string, FileField>;

/** Room in a user's quota that is kept for one request. */
export interface QuotaReservation {
  bytes: number;
  release(): void;
}

export interface UploadQuota {
  /**
   * Reserves as much as there is room for, between the two sizes.
   * @throws PayloadTooLargeError when the user has less room than `atLeast`
   * @throws InsufficientStorageError when the instance has less
   */
  reserve(ownerId: string, bytes: { atLeast: number; atMost: number }): Promise<QuotaReservation>;
}

/** One multipart request on its way in. */
export interface UploadTicket {
  /** Before any of the body is read: checks what its declared size shows. */
  begin(): Promise<void>;
  /** Before the first file is written; all files of a request share the result. */
  admitFiles(): Promise<void>;
  /** @throws PayloadTooLargeError when files of undeclared size outgrow what was reserved */
  countBytes(bytes: number): void;
  /** When the request has ended. */
  release(): Promise<void>;
}

interface UploadDescription {
  request: Request;
  viewer: Viewer | undefined;
  fileFields: FileFields;
  /** Counts the upload against the user's rate limit. */
  countUpload: () => Promise<void>;
}

export type AdmitUpload = (upload: UploadDescription) => UploadTicket;

/**
 * Decides which multipart bodies are received: two at once per user, each within the user's quota and
 * the free disk space. All of it is checked before a byte of a file is written.
 */
export function createUploadAdmission(options: {
  diskSpace: Pick<DiskSpace, 'require'>;
  quota: UploadQuota;
}): AdmitUpload {
  const slots = createSlots(formsPerUserMax);
  return (upload) => createTicket(upload, slots, options);
}

type Slots = ReturnType<typeof createSlots>;

/** Counts what is under way by user. */
function createSlots(slotsMax: number) {
  const taken = new Map<string, number>();
  return {
    /** @throws RateLimitedError when the user has none left */
    take(key: string): void {
      const count = taken.get(key) ?? 0;
      if (count >= slotsMax) {
        const message = `${slotsMax} of your uploads are still running. Please try again when one has finished.`;
        throw new RateLimitedError({ message, retryAfterSeconds: 5 });
      }
      taken.set(key, count + 1);
    },
    release(key: string): void {
      const count = taken.get(key) ?? 0;
      if (count > 1) taken.set(key, count - 1);
      else taken.delete(key);
    },
  };
}

function createTicket(
  { request, viewer, fileFields, countUpload }: UploadDescription,
  slots: Slots,
  { diskSpace, quota }: { diskSpace: Pick<DiskSpace, 'require'>; quota: UploadQuota },
): UploadTicket {
  const key = requesterKey(request, viewer);
  const declaredBytes = readDeclaredBytes(request);
  const filesMaxBytes = sumMaxBytes(fileFields);
  let hasSlot = false;
  let reservation: QuotaReservation | undefined;
  let receivedBytes = 0;
  let admission: Promise<void> | undefined;

  function takeSlot(): void {
    if (hasSlot) return;
    slots.take(key);
    hasSlot = true;
  }

  async function admit(): Promise<void> {
    takeSlot();
    await diskSpace.require(declaredBytes ?? 0);
    if (viewer !== undefined && Object.values(fileFields).some((field) => !field.isOutsideQuota)) {
      reservation = await quota.reserve(viewer.userId, rangeOf(declaredBytes, filesMaxBytes));
    }
    await countUpload();
  }
  const admitFiles = () => (admission ??= admit());

  return {
    async begin() {
      if (declaredBytes !== null && declaredBytes <= smallFormMaxBytes) return;
      requirePossible(declaredBytes, filesMaxBytes);
      takeSlot();
      if (declaredBytes !== null && filesMaxBytes > 0) await admitFiles();
    },
    admitFiles,
    countBytes(bytes) {
      receivedBytes += bytes;
      if (declaredBytes === null && reservation && receivedBytes > reservation.bytes) {
        throw new PayloadTooLargeError('These files are larger than the room you have left.');
      }
    },
    async release() {
      // Of a request that was cut off, it may still be under way.
      await admission?.catch(() => undefined);
      if (hasSlot) slots.release(key);
      reservation?.release();
    },
  };
}

/** Null for a body in chunks, whose size shows only at its end. */
function readDeclaredBytes({ headers }: Request): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

function sumMaxBytes(fileFields: FileFields): number {
  return Object.values(fileFields).reduce((sum, field) => sum + field.maxCount * field.maxBytes, 0);
}

function requirePossible(declaredBytes: number | null, filesMaxBytes: number): void {
  const formMaxBytes = filesMaxBytes + fieldsMax * fieldMaxBytes;
  if ((declaredBytes ?? 0) > formMaxBytes) {
    throw new PayloadTooLargeError('The request is too large.');
  }
}

/** How large the files of a form can be, the text around them aside. */
function rangeOf(declaredBytes: number | null, filesMaxBytes: number) {
  if (declaredBytes === null) return { atLeast: 1, atMost: filesMaxBytes };
  const bytes = Math.max(1, declaredBytes - smallFormMaxBytes);
  return { atLeast: bytes, atMost: bytes };
}
