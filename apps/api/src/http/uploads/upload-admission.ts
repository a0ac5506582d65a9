import type { FileField } from '@skein/contracts/http';
import { jsonBodyMaxBytes } from '@skein/contracts/limits';
import { withValues } from '@skein/messages';
import type { Request } from 'express';
import { PayloadTooLargeError, RateLimitedError } from '../../platform/errors.ts';
import type { DiskSpace } from '../../platform/disk-space.ts';
import type { QuotaReservation, UploadQuota } from '../../platform/upload-quota.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { requesterKey } from '../middleware/count-request.ts';

export const fieldsMax = 40;
export const fieldMaxBytes = 64 * 1024;

/** Concurrent uploads of one user on this server. */
const uploadsPerUserMax = 2;

/** Smaller forms need no slot: their fields are read into memory. */
const smallFormMaxBytes = jsonBodyMaxBytes;

/** The file fields of a form by their names. */
export type FileFields = Record<string, FileField>;

/** The admission of one multipart request. */
export interface UploadTicket {
  /** Checks the declared size before the body is read. */
  begin(): Promise<void>;
  /** Call before the first file is written; all files of a request share the result. */
  admitFiles(): Promise<void>;
  /** @throws PayloadTooLargeError when files of undeclared size exceed the reservation */
  countBytes(bytes: number): void;
  /** Call when the request was handled. */
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
 * Decides which multipart bodies are received: two at a time per user, each within the user's quota and
 * the free disk space. All of it is checked before a byte of a file is written.
 */
export function createUploadAdmission(options: {
  diskSpace: Pick<DiskSpace, 'require'>;
  quota: UploadQuota;
}): AdmitUpload {
  const slots = createSlots(uploadsPerUserMax);
  return (upload) => createTicket(upload, slots, options);
}

type Slots = ReturnType<typeof createSlots>;

/** Counts running uploads by user. */
function createSlots(slotsMax: number) {
  const counts = new Map<string, number>();
  return {
    /** @throws RateLimitedError when the user has none left */
    acquire(key: string): void {
      const count = counts.get(key) ?? 0;
      if (count >= slotsMax) {
        const message = withValues('error.uploadsRunning', { count: slotsMax });
        throw new RateLimitedError({ message, retryAfterSeconds: 5 });
      }
      counts.set(key, count + 1);
    },
    release(key: string): void {
      const count = counts.get(key) ?? 0;
      if (count > 1) counts.set(key, count - 1);
      else counts.delete(key);
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

  function acquireSlot(): void {
    if (hasSlot) return;
    slots.acquire(key);
    hasSlot = true;
  }

  async function admit(): Promise<void> {
    acquireSlot();
    await diskSpace.require(declaredBytes ?? 0);
    if (viewer !== undefined && Object.values(fileFields).some((field) => !field.isOutsideQuota)) {
      reservation = await quota.reserve(viewer.userId, toByteRange(declaredBytes, filesMaxBytes));
    }
    await countUpload();
  }
  const admitFiles = () => (admission ??= admit());

  return {
    async begin() {
      if (declaredBytes !== null && declaredBytes <= smallFormMaxBytes) return;
      requirePossibleSize(declaredBytes, filesMaxBytes);
      acquireSlot();
      if (declaredBytes !== null && filesMaxBytes > 0) await admitFiles();
    },
    admitFiles,
    countBytes(bytes) {
      receivedBytes += bytes;
      if (declaredBytes === null && reservation && receivedBytes > reservation.bytes) {
        throw new PayloadTooLargeError('error.quotaTooSmall');
      }
    },
    async release() {
      // The admission of an aborted request may still be running.
      await admission?.catch(() => undefined);
      if (hasSlot) slots.release(key);
      reservation?.release();
    },
  };
}

/** Null for a chunked body, whose size is unknown in advance. */
function readDeclaredBytes({ headers }: Request): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

function sumMaxBytes(fileFields: FileFields): number {
  return Object.values(fileFields).reduce((sum, field) => sum + field.maxCount * field.maxBytes, 0);
}

function requirePossibleSize(declaredBytes: number | null, filesMaxBytes: number): void {
  const formMaxBytes = filesMaxBytes + fieldsMax * fieldMaxBytes;
  if ((declaredBytes ?? 0) > formMaxBytes) {
    throw new PayloadTooLargeError('error.requestTooLarge');
  }
}

/** The possible total size of a form's files, without its text fields. */
function toByteRange(declaredBytes: number | null, filesMaxBytes: number) {
  if (declaredBytes === null) return { atLeast: 1, atMost: filesMaxBytes };
  const bytes = Math.max(1, declaredBytes - smallFormMaxBytes);
  return { atLeast: bytes, atMost: bytes };
}
