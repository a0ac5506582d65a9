import { pageOf } from '@skein/contracts/http';
import { notificationSchema } from '@skein/contracts/notifications';
import type { Notification, NotificationsTab } from '@skein/contracts/notifications';
import type { z } from 'zod';
import type { TestApi } from '../support/api.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';

const pageSchema = pageOf(notificationSchema);
type Page = z.infer<typeof pageSchema>;

/** What people do to each other and read of it, over HTTP. */
export function createNotificationActs(api: TestApi) {
  const acts = createUserActions(api);

  async function page(of: User, query = ''): Promise<Page> {
    const answer = await acts.read(of, `/notifications${query}`).expect(200);
    return pageSchema.strict().parse(answer.body);
  }

  return {
    ...acts,
    page,
    like: (by: User, id: string, on = true) =>
      acts.post(by, `/threads/${id}/like`).send({ on }).expect(200),
    repost: (by: User, id: string, on = true) =>
      acts.post(by, `/threads/${id}/repost`).send({ on }).expect(200),
    react: (by: User, id: string, type: string, on = true) =>
      acts.post(by, `/threads/${id}/reaction?reactionType=${type}`).send({ on }).expect(200),

    async publish(by: User, fields: Record<string, unknown>, path = '/threads'): Promise<string> {
      const answer = await acts.post(by, path).send(fields).expect(201);
      return (answer.body as { id: string }).id;
    },

    edit: (by: User, id: string, content: string) =>
      api.request.put(`/api/threads/${id}`).set(by.auth).send({ content }).expect(200),

    list: async (of: User, tab: NotificationsTab = 'all'): Promise<Notification[]> =>
      (await page(of, `?tab=${tab}&size=100`)).content,

    async unread(of: User): Promise<number> {
      const answer = await acts.read(of, '/notifications/unread-count').expect(200);
      return (answer.body as { count: number }).count;
    },

    async markRead(of: User, ids?: readonly string[]): Promise<number> {
      const body = ids === undefined ? {} : { ids };
      const request = api.request.put('/api/notifications/mark-read').set(of.auth);
      const answer = await request.send(body).expect(200);
      return (answer.body as { count: number }).count;
    },

    prefer: (of: User, changes: object) =>
      api.request.put('/api/notifications/preferences').set(of.auth).send(changes),
  };
}

/** Notifications in short: type and who is behind it, the latest first. */
export function inShort(notifications: readonly Notification[]): string[] {
  return notifications.map(({ type, actors }) =>
    [type, ...actors.map(({ username }) => username)].join(' '),
  );
}
