import { pageSchema } from '@skein/contracts/http';
import { notificationSchema } from '@skein/contracts/notifications';
import type { Notification, NotificationsTab } from '@skein/contracts/notifications';
import type { z } from 'zod';
import type { TestApi } from '../support/api.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';

const notificationsPageSchema = pageSchema(notificationSchema);
type Page = z.infer<typeof notificationsPageSchema>;

/** Requests of users that write or read notifications. */
export function createNotificationsClient(api: TestApi) {
  const client = createUserActions(api);

  async function page(of: User, query = ''): Promise<Page> {
    const response = await client.read(of, `/notifications${query}`).expect(200);
    return notificationsPageSchema.strict().parse(response.body);
  }

  return {
    ...client,
    page,
    like: (by: User, id: string, on = true) =>
      client.post(by, `/threads/${id}/like`).send({ on }).expect(200),
    repost: (by: User, id: string, on = true) =>
      client.post(by, `/threads/${id}/repost`).send({ on }).expect(200),
    react: (by: User, id: string, type: string, on = true) =>
      client.post(by, `/threads/${id}/reaction?reactionType=${type}`).send({ on }).expect(200),

    async publish(by: User, fields: Record<string, unknown>, path = '/threads'): Promise<string> {
      const response = await client.post(by, path).send(fields).expect(201);
      return (response.body as { id: string }).id;
    },

    edit: (by: User, id: string, content: string) =>
      api.request.put(`/api/threads/${id}`).set(by.auth).send({ content }).expect(200),

    list: async (of: User, tab: NotificationsTab = 'all'): Promise<Notification[]> =>
      (await page(of, `?tab=${tab}&size=100`)).content,

    async countUnread(of: User): Promise<number> {
      const response = await client.read(of, '/notifications/unread-count').expect(200);
      return (response.body as { count: number }).count;
    },

    async markRead(of: User, ids?: readonly string[]): Promise<number> {
      const body = ids === undefined ? {} : { ids };
      const request = api.request.put('/api/notifications/mark-read').set(of.auth);
      const response = await request.send(body).expect(200);
      return (response.body as { count: number }).count;
    },

    prefer: (of: User, changes: object) =>
      api.request.put('/api/notifications/preferences').set(of.auth).send(changes),
  };
}

/** The type and actors of each notification, the latest first. */
export function summarize(notifications: readonly Notification[]): string[] {
  return notifications.map(({ type, actors }) =>
    [type, ...actors.map(({ username }) => username)].join(' '),
  );
}
