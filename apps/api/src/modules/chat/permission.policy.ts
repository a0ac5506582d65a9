import type { ChatMessage } from '@skein/contracts/chat';
import { messageRequestMessagesMax } from '@skein/contracts/limits';
import { withValues } from '@skein/messages';
import type { AppError } from '../../platform/errors.ts';
import {
  ForbiddenError,
  NotFoundError,
  UnauthenticatedError,
  ValidationError,
} from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import type { ChatPermission } from './permission.queries.ts';

/** Existing messages stay readable for both members, also when one has blocked the other. */
export function canRead({ canSeeProfile, conversation }: ChatPermission): boolean {
  return canSeeProfile || conversation !== null;
}

/** A declined request is the same as a pending one, so that the viewer does not learn of it. */
export function canReact(permission: ChatPermission): boolean {
  const { canMessage, isAcceptedByPartner, conversation } = permission;
  return canMessage && isAcceptedByPartner && (conversation?.request ?? null) === null;
}

/** Why the viewer may not write to the user; null when they may. */
export function findSendError(permission: ChatPermission | null): AppError | null {
  const error = findWriteError(permission);
  if (error !== null || permission?.isAwaitingAnswer !== true) return error;
  return new ForbiddenError(
    withValues('error.messageRequestLimit', { max: messageRequestMessagesMax }),
  );
}

/** Why the viewer may not change their messages or react; null when they may. */
export function findWriteError(permission: ChatPermission | null): AppError | null {
  if (permission === null || permission.isBlocked) return userNotFound();
  if (!permission.isViewerActive) return new UnauthenticatedError();
  if (permission.canMessage) return null;
  if (permission.isViewerLimited) {
    return new ForbiddenError('error.messagesLimited');
  }
  return new ForbiddenError(
    permission.isPartnerPrivate ? 'error.messagesPrivate' : 'error.messagesChosen',
  );
}

interface MessageContent {
  content: string;
  type: ChatMessage['messageType'];
  sharedThreadId: string | null;
}

/** @throws ValidationError for a message without text, file and shared thread */
export function requireContent({ content, type, sharedThreadId }: MessageContent): void {
  if (content !== '' || type !== 'text' || sharedThreadId !== null) return;
  throw new ValidationError([{ path: 'content', message: 'error.messageEmpty' }]);
}

/** @throws ValidationError */
export function requireOtherUser(viewer: Viewer, path: string, userId: string): void {
  if (userId.toLowerCase() !== viewer.userId) return;
  throw new ValidationError([{ path, message: 'error.messageSelf' }]);
}

export function messageNotFound(): NotFoundError {
  return new NotFoundError('error.messageNotFound');
}
