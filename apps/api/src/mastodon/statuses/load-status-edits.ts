import { threadHistoryLimit } from '@skein/contracts/limits';
import type { Viewer } from '../../platform/viewer.ts';
import { threadNotFound } from '../../modules/threads/index.ts';
import { getThread } from './get-thread.ts';
import { toAccount, toContext } from '../accounts/account.serializer.ts';
import type { MastodonServices } from '../services.ts';
import { toStatus } from './status.serializer.ts';

/** The texts of a status, the oldest first. Each is as old as the edit that wrote it. */
export async function loadStatusEdits(
  services: Pick<MastodonServices, 'threads' | 'engagement' | 'users' | 'settings'>,
  viewer: Viewer,
  idText: string | undefined,
): Promise<object[]> {
  const thread = await getThread(services, viewer, idText);
  const [revisions, profiles] = await Promise.all([
    services.threads.listHistory(viewer, thread.id, threadHistoryLimit),
    services.users.listAuthors(viewer, [thread.userId ?? '']),
  ]);
  const author = profiles.get(thread.userId ?? '');
  if (author === undefined) throw threadNotFound();
  const context = toContext(services.settings);
  const replaced = revisions.toSorted((a, b) => (a.replacedAt < b.replacedAt ? -1 : 1));
  const texts = [...replaced, thread];
  const times = [thread.createdAt, ...replaced.map(({ replacedAt }) => replacedAt)];
  return texts.map(({ content, contentWarning }, index) => {
    const status = toStatus({ ...thread, content, contentWarning }, author, null, context);
    return {
      content: status.content,
      spoiler_text: status.spoiler_text,
      sensitive: status.sensitive,
      created_at: times[index] ?? thread.createdAt,
      account: toAccount(author, context),
      media_attachments: status.media_attachments,
      ...(status.poll && {
        poll: { options: status.poll.options.map(({ title }) => ({ title })) },
      }),
      emojis: status.emojis,
    };
  });
}
