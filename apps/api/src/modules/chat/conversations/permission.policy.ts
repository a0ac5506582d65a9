import type { ChatMessage } from '@skein/contracts/chat';
import { messageRequestMessagesMax } from '@skein/contracts/limits';
import { withValues } from '@skein/messages';
import type { AppError } from '../../../platform/errors.ts';
import {
  ForbiddenError,
  NotFoundError,
  UnauthenticatedError,
  ValidationError,
} from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { userNotFound } from '../../users/index.ts';
import type { ViewedConversation } from './conversation.queries.ts';

/** Existing messages stay readable for both members, also when one has blocked the other. */
export function canRead({ membership, other }: ViewedConversation): boolean {
  return membership !== null || other?.canSeeProfile === true;
}

/**
 * A declined request is the same as a pending one, so that the viewer does not learn of it. Other servers get no
 * reactions.
 */
export function canReact({ membership, other }: ViewedConversation): boolean {
  const canReach = other === null || (other.canMessage && other.hasAccepted && !other.isRemote);
  return canReach && (membership?.request ?? null) === null;
}

interface InstanceState {
  /** The instance is connected with other servers. */
  isFederated: boolean;
}

/** Why the viewer may not send messages; null when they may. */
export function findSendError(
  conversation: ViewedConversation | null,
  instance: InstanceState,
): AppError | null {
  const error = findWriteError(conversation, instance);
  if (error !== null || conversation?.other?.isAwaited !== true) return error;
  return new ForbiddenError(
    withValues('error.messageRequestLimit', { max: messageRequestMessagesMax }),
  );
}

/** Why the viewer may not change their messages or react; null when they may. */
export function findWriteError(
  conversation: ViewedConversation | null,
  instance: InstanceState,
): AppError | null {
  if (conversation === null || conversation.other?.isBlocked === true) return userNotFound();
  const { other, isViewerActive } = conversation;
  if (!isViewerActive) return new UnauthenticatedError();
  if (other?.isRemote === true) {
    if (!instance.isFederated) return new ForbiddenError('error.federationOff');
    if (!conversation.isViewerFederated) return new ForbiddenError('error.messagesNotFederated');
  }
  return other === null || other.canMessage ? null : toPermissionError(conversation, other);
}

function toPermissionError(
  { isViewerLimited, acceptsOthers }: ViewedConversation,
  other: NonNullable<ViewedConversation['other']>,
): ForbiddenError {
  if (isViewerLimited && (acceptsOthers || other.isRemote))
    return new ForbiddenError('error.messagesLimited');
  return new ForbiddenError(other.isPrivate ? 'error.messagesPrivate' : 'error.messagesChosen');
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
