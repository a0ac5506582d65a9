import type { ScheduledThread } from '@skein/contracts/threads';
import { toMediaDto } from '../../media/index.ts';
import type { MediaRow } from '../../media/index.ts';
import type { ScheduledRow } from './scheduled-threads.repository.ts';

export function toScheduledDto({
  id,
  content,
  contentWarning,
  ...row
}: ScheduledRow): ScheduledThread {
  return {
    id,
    scheduledAt: row.scheduledAt.toISOString(),
    content,
    contentWarning,
    isSensitive: row.isSensitive,
    parentThreadId: row.parentId,
    replyPermission: row.replyPermission,
    audience: row.audience,
    language: row.language,
    poll: row.poll,
    media: row.media.map(toOwnMediaDto),
    furtherParts: row.furtherParts.map((part) => ({
      content: part.content,
      media: part.media.map(toOwnMediaDto),
    })),
    error: row.error,
    createdAt: row.createdAt.toISOString(),
  };
}

const toOwnMediaDto = (media: MediaRow) => toMediaDto(media, { isOwner: true });
