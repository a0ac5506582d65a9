import type { AppError } from '../../platform/errors.ts';
import {
  ForbiddenError,
  NotFoundError,
  UnauthenticatedError,
  ValidationError,
} from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import type { Standing } from './standing.queries.ts';

/** What was written stays readable for both, also across a block. */
export function canRead({ isKnown, conversation }: Standing): boolean {
  return isKnown || conversation !== null;
}

export function canWrite({ isReachable, isWelcome }: Standing): boolean {
  return isReachable && isWelcome;
}

/** Why the viewer may not write to somebody; null where they may. */
export function refusalToWrite(standing: Standing | null): AppError | null {
  if (standing === null || !standing.isReachable) return userNotFound();
  if (!standing.isViewerPresent) return new UnauthenticatedError();
  if (canWrite(standing)) return null;
  return new ForbiddenError(
    'This account is private: it takes messages only from people it follows or has written to.',
  );
}

/** @throws ValidationError */
export function requireOther(viewer: Viewer, path: string, userId: string): void {
  if (userId.toLowerCase() !== viewer.userId) return;
  throw new ValidationError([{ path, message: 'You cannot write to yourself.' }]);
}

export function messageNotFound(): NotFoundError {
  return new NotFoundError('This message does not exist, or you may not see it.');
}
