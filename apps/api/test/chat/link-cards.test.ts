import { chatMessageSchema, groupDetailsSchema } from '@skein/contracts/chat';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { claimDue } from '../../src/modules/threads/link-cards/link-cards.repository.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';
import { untilLockWait } from '../support/db/wait-for-lock.ts';
import { page, startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';
import { createChatClient, recordSignals } from './support.ts';
import type { ChatClient } from './support.ts';

const hourMs = 60 * 60 * 1000;

let api: TestApi;
let chat: ChatClient;
let site: Site;
let ann: User;
let bob: User;

beforeAll(async () => {
  site = await startSite();
  api = await startTestApi({
    settings: { fixedSettings: { hasLinkCards: true }, sendRequest: site.sendRequest },
  });
  chat = createChatClient(api);
});
beforeEach(async () => {
  site.requested.length = 0;
  ann = await createUser(api);
  bob = await createUser(api);
});
afterAll(async () => {
  await api.close();
  await site.close();
});

const fetchDue = () =>
  api.services.threads.linkCards.fetchDue((cardId) => api.services.chat.publishCard(cardId));

const image = '<meta property="og:image" content="/image.png">';

async function lastMessage(by: User, other: User) {
  const message = (await chat.getConversation(by, other)).content.at(-1);
  if (message === undefined) throw new Error('The conversation is empty.');
  return message;
}

/** The messages of users whom they do not follow wait as requests. */
async function requireRequests({ id }: User): Promise<void> {
  await api.database.user.update({ where: { id }, data: { messagePermission: 'requests' } });
}

const getTitle = async (by: User, other: User) => (await lastMessage(by, other)).card?.title;

const decide = (by: User, userId: string, decision: 'accept' | 'decline') =>
  api.request.post(`/api/chat/requests/${userId}/${decision}`).set(by.auth).expect(200);

it('shows the first link of a message to both members once it was fetched', async () => {
  site.add('/a', page('Knots', image));
  const sent = await chat.sendMessage(ann, bob, { content: `Look: ${site.address('/a')}` });
  expect(sent.card).toBeNull();
  expect(site.requested).toEqual([]);
  await fetchDue();
  for (const [reader, other] of [[ann, bob] as const, [bob, ann] as const]) {
    const message = await lastMessage(reader, other);
    expect(message.card).toMatchObject({ title: 'Knots', image: { width: 640, height: 336 } });
    expect(message.revision).toBe(sent.revision + 1);
  }
  // The card is known in this conversation.
  const again = await chat.sendMessage(bob, ann, { content: site.address('/a') });
  expect(again.card).toMatchObject({ title: 'Knots' });
  await fetchDue();
  expect(site.requested).toEqual(['/a', '/image.png']);
});

it('publishes the message when its card arrives, but not across a block', async () => {
  site.add('/live', page('Live'));
  const sent = await chat.sendMessage(ann, bob, { content: site.address('/live') });
  const { signals, stop } = recordSignals(api);
  await fetchDue();
  const { id: messageId, conversationId } = sent;
  const userIds = expect.arrayContaining([ann.id, bob.id]) as string[];
  expect(signals).toEqual([{ kind: 'message-changed', conversationId, messageId, userIds }]);

  site.add('/blocked', page('Blocked'));
  await chat.sendMessage(ann, bob, { content: site.address('/blocked') });
  await api.request.post(`/api/users/${ann.id}/block`).set(bob.auth).expect(200);
  signals.length = 0;
  await fetchDue();
  stop();
  expect(signals).toEqual([]);
});

it('does not fetch the link of a message request before it is accepted', async () => {
  await requireRequests(bob);
  site.add('/request', page('Request'));
  await chat.sendMessage(ann, bob, { content: site.address('/request') });
  await fetchDue();
  // An edit or a further message does not cause a request either.
  const second = await chat.sendMessage(ann, bob, { content: 'Hello?' });
  await chat.editMessage(ann, second.id, site.address('/request')).expect(200);
  await fetchDue();
  expect(site.requested).toEqual([]);
  await decide(bob, ann.id, 'accept');
  await fetchDue();
  expect(site.requested).toEqual(['/request']);
  expect(await getTitle(bob, ann)).toBe('Request');
});

it('fetches the link of a message request that is accepted by an answer, not of a declined one', async () => {
  await requireRequests(bob);
  const cleo = await createUser(api);
  site.add('/answered', page('Answered'));
  site.add('/declined', page('Declined'));
  const { id } = await chat.sendMessage(ann, bob, { content: site.address('/answered') });
  await chat.sendMessage(cleo, bob, { content: site.address('/declined') });
  await decide(bob, cleo.id, 'decline');
  await chat.sendMessage(bob, ann, { content: 'Thanks' });
  await fetchDue();
  expect(site.requested).toEqual(['/answered']);
  const { content } = await chat.getConversation(ann, bob);
  expect(content.find((message) => message.id === id)?.card).toMatchObject({ title: 'Answered' });
});

it('fetches the link of a message request that is accepted just before the job reads it', async () => {
  await requireRequests(bob);
  site.add('/before', page('Before'));
  await chat.sendMessage(ann, bob, { content: site.address('/before') });
  await api.database.$transaction(async (tx) => {
    await tx.conversationMember.updateMany({ where: { userId: bob.id }, data: { request: null } });
    // The job does not see the decision yet.
    await fetchDue();
    expect(site.requested).toEqual([]);
  });
  await fetchDue();
  expect(await getTitle(bob, ann)).toBe('Before');
});

it('fetches the link of a message request that is accepted just after the job has read it', async () => {
  await requireRequests(bob);
  site.add('/after', page('After'));
  await chat.sendMessage(ann, bob, { content: site.address('/after') });
  let accepted: Promise<unknown> = Promise.resolve();
  await api.database.$transaction(async (tx) => {
    const [link] = await claimDue(tx, api.clock.now(), 1);
    expect(link?.isVisible).toBe(false);
    accepted = Promise.resolve(decide(bob, ann.id, 'accept'));
    await untilLockWait(api.database);
  });
  await accepted;
  await fetchDue();
  expect(await getTitle(bob, ann)).toBe('After');
});

it('queues a link that is sent again while the job finds that nobody has accepted it', async () => {
  await requireRequests(bob);
  const content = site.address('/repeated');
  await chat.sendMessage(ann, bob, { content });
  let sent: Promise<unknown> = Promise.resolve();
  await api.database.$transaction(async (tx) => {
    await claimDue(tx, api.clock.now(), 1);
    sent = chat.sendMessage(ann, bob, { content });
    await untilLockWait(api.database);
  });
  await sent;
  const card = await api.database.linkCard.findFirstOrThrow({ where: { url: content } });
  expect(card.dueAt).not.toBeNull();
  await fetchDue();
});

it('fetches the link of a group once another member has joined', async () => {
  await requireRequests(bob);
  site.add('/group', page('Group'));
  const created = await api.request
    .post('/api/chat/groups')
    .set(ann.auth)
    .send({ name: 'Weavers', userIds: [bob.id] })
    .expect(201);
  const { id } = groupDetailsSchema.parse(created.body);
  const group = { ...ann, id };
  await chat.sendTo(ann, group.id, { content: site.address('/group') }).expect(201);
  await fetchDue();
  expect(site.requested).toEqual([]);
  await decide(bob, group.id, 'accept');
  const { signals, stop } = recordSignals(api);
  await fetchDue();
  stop();
  expect(signals).toMatchObject([{ kind: 'message-changed', conversationId: group.id }]);
  expect(await getTitle(bob, group)).toBe('Group');
});

it('does not disclose that the link was sent in another conversation or published', async () => {
  const cleo = await createUser(api);
  site.add('/secret', page('Secret'));
  const content = site.address('/secret');
  await chat.sendMessage(ann, bob, { content });
  await fetchDue();
  expect((await chat.sendMessage(cleo, bob, { content })).card).toBeNull();
  expect((await publish(api, cleo, { fields: { content } })).card).toBeNull();
  await fetchDue();
  expect(site.requested).toEqual(['/secret', '/secret', '/secret']);
});

it('has no card for a link to this instance, or besides files or a shared thread', async () => {
  const { linkCards } = api.services.threads;
  const own = await chat.sendMessage(ann, bob, { content: 'http://skein.test/thread/1' });
  const thread = await publish(api, ann, { fields: { content: 'Knots' } });
  site.add('/shared', page('Shared'));
  const fields = { content: site.address('/shared'), sharedThreadId: thread.id };
  const shared = await chat.sendMessage(ann, bob, fields);
  await chat.editMessage(ann, shared.id, `${site.address('/shared')} again`).expect(200);
  await fetchDue();
  expect(linkCards.find('http://skein.test/thread/1')).toBeNull();
  expect(site.requested).toEqual([]);
  expect([own.card, (await lastMessage(ann, bob)).card]).toEqual([null, null]);
});

it('fetches the link of an edited message only if the first link is another one', async () => {
  site.add('/before', page('Before'));
  site.add('/after', page('After'));
  const { id } = await chat.sendMessage(ann, bob, { content: site.address('/before') });
  await fetchDue();
  const edit = async (content: string) =>
    chatMessageSchema.parse((await chat.editMessage(ann, id, content)).body);
  expect(await edit(`Look: ${site.address('/before')}`)).toMatchObject({
    card: { title: 'Before' },
  });
  await fetchDue();
  expect(site.requested).toEqual(['/before']);
  expect(await edit(site.address('/after'))).toMatchObject({ card: null });
  await fetchDue();
  expect(site.requested).toEqual(['/before', '/after']);
  expect(await getTitle(bob, ann)).toBe('After');
  expect(await edit('No link')).toMatchObject({ card: null });
});

it('deletes the card and its image with the message', async () => {
  site.add('/deleted', page('Deleted', image));
  const { id } = await chat.sendMessage(ann, bob, { content: site.address('/deleted') });
  await fetchDue();
  const url = (await lastMessage(bob, ann)).card?.image?.url ?? '';
  await api.request.get(url).expect(200);
  const { linkCards } = api.services.threads;
  const count = () => api.database.linkCard.count({ where: { title: 'Deleted' } });
  api.clock.advance(25 * hourMs);
  await linkCards.removeUnused();
  expect(await count()).toBe(1);
  await chat.deleteMessage(ann, id).expect(200);
  expect((await lastMessage(bob, ann)).card).toBeNull();
  await linkCards.removeUnused();
  expect(await count()).toBe(0);
  await api.services.media.sweep();
  await api.request.get(url).expect(404);
});

it('alternates between senders when it fetches pages', async () => {
  const paths = Array.from({ length: 6 }, (_, index) => `/many-${index}`);
  for (const path of [...paths, '/single']) site.add(path, page(path));
  for (const path of paths) await chat.sendMessage(ann, bob, { content: site.address(path) });
  await chat.sendMessage(bob, ann, { content: site.address('/single') });
  await fetchDue();
  expect(site.requested).toHaveLength(7);
  // Four pages are fetched at the same time.
  expect(site.requested.slice(0, 4)).toContain('/single');
});

it('has a card also if the server ended before it requested the page', async () => {
  site.add('/recovered', page('Recovered'));
  const aheadMs = api.clock.now().getTime() - Date.now();
  api.clock.advance(-aheadMs);
  await chat.sendMessage(ann, bob, { content: site.address('/recovered') });
  await api.database.linkCard.deleteMany({ where: { url: site.address('/recovered') } });
  api.clock.advance(15_000);
  await api.services.threads.linkCards.recover();
  await fetchDue();
  expect(await getTitle(bob, ann)).toBe('Recovered');
  api.clock.advance(aheadMs);
});

it('shows no stored cards, and fetches none, while link cards are off', async () => {
  const other = await startTestApi({
    settings: { fixedSettings: { hasLinkCards: false }, sendRequest: site.sendRequest },
  });
  const client = createChatClient(other);
  const [cleo, dan] = [await createUser(other), await createUser(other)];
  const { id } = await client.sendMessage(cleo, dan, { content: site.address('/off') });
  expect(await other.database.linkCard.count()).toBe(0);
  const card = { id, url: site.address('/off'), title: 'Off', requestedAt: other.clock.now() };
  await other.database.linkCard.create({ data: card });
  await other.database.message.update({ where: { id }, data: { linkCardId: id } });
  expect((await client.getConversation(dan, cleo)).content).toMatchObject([{ card: null }]);
  await other.close();
});
