import { expect } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startPushReceiver } from '../notifications/push-receiver.ts';
import { sampleImage } from '../media/sample-images.ts';
import { signInWithApp } from '../oauth/support.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';

export type EntityScenario = Awaited<ReturnType<typeof createEntityScenario>>;

/** An account for which every list of the Mastodon API contains something. */
export async function createEntityScenario(api: TestApi) {
  const users = {
    ada: await createUser(api),
    ben: await createUser(api),
    famous: await createUser(api),
    blocked: await createUser(api),
    muted: await createUser(api),
    requester: await createUser(api),
  };
  const { ada, ben, famous, blocked, muted, requester } = users;
  const [{ auth }, { auth: ofBen }] = [
    await signInWithApp(api, ada),
    await signInWithApp(api, ben),
  ];
  const write =
    (as: { Authorization: string }) =>
    async (path: string, fields: object = {}): Promise<{ id: string }> => {
      const response = await api.request.post(`/api${path}`).set(as).send(fields);
      expect([path, response.status, response.text]).toEqual([path, 200, expect.any(String)]);
      return response.body as { id: string };
    };
  const [post, postAsBen] = [write(auth), write(ofBen)];

  await post(`/v1/accounts/${ben.id}/follow`);
  for (const id of [ada.id, famous.id]) await postAsBen(`/v1/accounts/${id}/follow`);
  await post(`/v1/accounts/${blocked.id}/block`);
  await post(`/v1/accounts/${muted.id}/mute`);
  await post('/v1/tags/zorba/follow');

  const status = await publishStatuses(api, { post, postAsBen, ada, auth });
  const actions = createUserActions(api);
  for (const user of [famous, requester]) {
    await actions.post(user, `/threads/${status.poll}/like`).send({ on: true }).expect(200);
  }
  await actions.post(famous, `/threads/${status.image}/like`).send({ on: true }).expect(200);
  const list = await post('/v1/lists', { title: 'Friends' });
  await post(`/v1/lists/${list.id}/accounts`, { account_ids: [ben.id] });
  const filter = await post('/v1/filters', { phrase: 'rain', context: ['home'] });
  const filtered = await post(`/v2/filters/${filter.id}/statuses`, { status_id: status.poll });
  await postAsBen('/v1/statuses', { status: `@${ada.username} Hello`, visibility: 'direct' });
  await post('/v1/markers', {
    home: { last_read_id: status.image },
    notifications: { last_read_id: status.image },
  });
  const receiver = await startPushReceiver();
  await post('/v1/push/subscription', { subscription: receiver.subscribe(), data: {} });
  await receiver.stop();

  await savePages(api);
  await api.services.trending.refresh();
  // Follow requests exist only for private accounts.
  await api.request.put('/api/users/me').set(ada.auth).field('isPrivate', 'true').expect(200);
  await actions.follow(requester, ada.id).expect(200);
  const policy = { for_not_following: 'filter' };
  await api.request.patch('/api/v2/notifications/policy').set(auth).send(policy).expect(200);
  const notification = (await readFirst(api, auth, '/v1/notifications')).id;
  return {
    ...users,
    auth,
    status,
    list: list.id,
    filter: filter.id,
    filtered: filtered.id,
    notification,
  };
}

interface Publishing {
  post: (path: string, fields?: object) => Promise<{ id: string }>;
  postAsBen: Publishing['post'];
  ada: User;
  auth: { Authorization: string };
}

async function publishStatuses(api: TestApi, { post, postAsBen, ada, auth }: Publishing) {
  const png = await sampleImage().png().toBuffer();
  const upload = async () => {
    const request = api.request.post('/api/v2/media').set(auth).attach('file', png, 'a.png');
    return ((await request.expect(200)).body as { id: string }).id;
  };
  const media = await upload();
  const { id: image } = await post('/v1/statuses', { status: 'A #zorba', media_ids: [media] });
  const { id: poll } = await postAsBen('/v1/statuses', {
    status: 'Tea? #zorba',
    poll: { options: ['Yes', 'No'], expires_in: 600 },
  });
  const { id: reply } = await postAsBen('/v1/statuses', {
    status: `@${ada.username} Nice`,
    in_reply_to_id: image,
  });
  await postAsBen('/v1/statuses', { status: 'Look', quoted_status_id: image });
  for (const action of ['favourite', 'reblog']) await postAsBen(`/v1/statuses/${image}/${action}`);
  for (const action of ['favourite', 'bookmark']) await post(`/v1/statuses/${poll}/${action}`);
  const linkedId = (await postAsBen('/v1/statuses', { status: 'https://a.example/page' })).id;
  await saveLinkCard(api, linkedId);
  const scheduled = await post('/v1/statuses', {
    status: 'Later?',
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    poll: { options: ['Yes', 'No'], expires_in: 600 },
  });
  return { image, poll, reply, linked: linkedId, scheduled: scheduled.id, media: await upload() };
}

/** Saves a link card without requests to other sites. */
async function saveLinkCard({ database }: TestApi, threadId: string): Promise<void> {
  const id = newId();
  await database.linkCard.create({
    data: {
      id,
      url: 'https://a.example/page',
      title: 'A page',
      description: 'What it is about',
      imageKey: 'a'.repeat(32),
      imageWidth: 600,
      imageHeight: 300,
      imageBlurhash: 'LJO0iQ$%H?#-$*j[WBaeRPae.mof',
      requestedAt: new Date(),
    },
  });
  await database.thread.update({ where: { id: threadId }, data: { linkCardId: id } });
}

async function savePages({ database, services: { instance, siteSettings } }: TestApi) {
  const rules = [{ title: 'Be kind', description: 'To everyone' }];
  await instance.pages.saveRules(database, { version: 0, rules });
  for (const page of ['about', 'privacy', 'terms'] as const) {
    await instance.pages.save(database, page, { version: 0, text: `About **${page}**` });
  }
  await siteSettings.load();
}

async function readFirst(api: TestApi, auth: { Authorization: string }, path: string) {
  const response = await api.request.get(`/api${path}`).set(auth).expect(200);
  const [first] = response.body as { id: string }[];
  if (first === undefined) throw new Error(`${path} is empty.`);
  return first;
}
