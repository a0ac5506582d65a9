import { foundMessagesPageSchema } from '@skein/contracts/chat';
import type { FoundMessagesPage } from '@skein/contracts/chat';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertMessage } from '../support/factories/chat.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createChatClient } from './support.ts';
import type { ChatClient } from './support.ts';

let api: TestApi;
let chat: ChatClient;
let viewer: User;
let partner: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatClient(api);
  viewer = await createUser(api);
  partner = await createUser(api);
});

afterAll(() => api.close());

async function search(by: User, q: string, query = ''): Promise<FoundMessagesPage> {
  const response = await chat.get(by, `/search?q=${encodeURIComponent(q)}${query}`).expect(200);
  return foundMessagesPageSchema.strict().parse(response.body);
}

const find = async (by: User, q: string) =>
  (await search(by, q)).content.map(({ message }) => message.content);

describe('a search for messages', () => {
  it.each([
    ['Der Färber färbt Wolle', 'farber', 'Färber'],
    ['Der Faden reißt immer', 'REISST fad', 'Faden,reißt'],
    ['Στημόνι και υφάδι', 'στημονι', 'Στημόνι'],
    ['明日は織物を買います', '織物', '織物'],
    ['Weaving “looms” and spindles', 'spin weav', 'Weaving,spindles'],
    ['Ни одного утка', 'утк', 'утка'],
  ])('finds "%s" with "%s"', async (content, q, highlighted) => {
    const { id } = await chat.sendMessage(viewer, partner, { content });
    const found = await search(partner, q);
    expect(found.content).toHaveLength(1);
    const [result] = found.content;
    expect(result).toMatchObject({ message: { id, content }, user: { id: viewer.id } });
    const texts = result?.matches.map(({ start, end }) => content.slice(start, end));
    expect(texts?.join()).toBe(highlighted);
  });

  it('requires all words, and the order of characters of text without spaces', async () => {
    await chat.sendMessage(viewer, partner, { content: '物織物理' });
    await expect(find(viewer, '織物理')).resolves.toEqual(['物織物理']);
    await expect(find(viewer, '物理織')).resolves.toEqual([]);
    await chat.sendMessage(viewer, partner, { content: 'carding brush' });
    await expect(find(viewer, 'carding comb')).resolves.toEqual([]);
    await expect(find(viewer, 'arding')).resolves.toEqual([]);
    await expect(find(viewer, `!?'\\ /`)).resolves.toEqual([]);
  });

  it('returns the newest first, in pages that do not repeat results', async () => {
    const other = await createUser(api);
    for (const [n, to] of [partner, other, partner, other, partner].entries())
      await chat.sendMessage(viewer, to, { content: `heddle ${n}` });
    const first = await search(viewer, 'heddle', '&size=2');
    const contents = ({ content }: FoundMessagesPage) =>
      content.map(({ message }) => message.content);
    expect(first).toMatchObject({ page: 0, size: 2, last: false });
    expect(contents(first)).toEqual(['heddle 4', 'heddle 3']);
    expect(first.content[1]?.user?.id).toBe(other.id);
    await chat.sendMessage(viewer, partner, { content: 'heddle 5' });
    const second = await search(viewer, 'heddle', `&size=3&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ page: null, last: true, nextCursor: null });
    expect(contents(second)).toEqual(['heddle 2', 'heddle 1', 'heddle 0']);
    const wrong = await chat.get(viewer, `/search?q=reed&cursor=${first.nextCursor}`);
    expectError(wrong, 'validation_failed');
  });

  it('does not find messages of others, deleted, cleared or edited ones', async () => {
    const [stranger, third] = [await createUser(api), await createUser(api)];
    const deleted = await chat.sendMessage(viewer, third, { content: 'bobbin deleted' });
    await chat.deleteMessage(viewer, deleted.id).expect(200);
    const edited = await chat.sendMessage(viewer, third, { content: 'bobbin edited' });
    await chat.editMessage(viewer, edited.id, 'shuttle').expect(200);
    await chat.sendMessage(viewer, third, { content: 'bobbin' });
    await expect(find(viewer, 'bobbin')).resolves.toEqual(['bobbin']);
    await expect(find(viewer, 'shuttle')).resolves.toEqual(['shuttle']);
    await expect(find(stranger, 'bobbin')).resolves.toEqual([]);
    await chat.clear(viewer, third.id).expect(200);
    await expect(find(viewer, 'bobbin')).resolves.toEqual([]);
    await expect(find(third, 'bobbin')).resolves.toEqual(['bobbin']);
    await chat.get(viewer, '/search?q=x').set('Authorization', '').expect(401);
  });

  it('omits requests, and the usernames of users who have blocked the viewer', async () => {
    const [receiver, sender] = [await createUser(api), await createUser(api)];
    await api.database.user.update({
      where: { id: receiver.id },
      data: { messagePermission: 'requests' },
    });
    await chat.sendMessage(sender, receiver, { content: 'treadle' });
    await expect(find(receiver, 'treadle')).resolves.toEqual([]);
    await expect(find(sender, 'treadle')).resolves.toEqual(['treadle']);
    await chat.sendMessage(receiver, sender, { content: 'Yes' });
    await createUserActions(api).block(sender, receiver.id);
    const [result] = (await search(receiver, 'treadle')).content;
    expect(result).toMatchObject({
      message: { senderName: sender.name },
      user: { name: sender.name, username: '' },
    });
    await api.database.user.update({ where: { id: sender.id }, data: { suspendedAt: new Date() } });
    await expect(find(receiver, 'treadle')).resolves.toEqual([]);
  });

  it('rejects a text that is too long', async () => {
    const response = await chat.get(viewer, `/search?q=${'x'.repeat(501)}`);
    expectError(response, 'validation_failed');
  });
});

describe('a position in a conversation', () => {
  const texts = (page: { content: { content: string }[] }) =>
    page.content.map(({ content }) => content).join('');

  it('is around or after a message, and leads to older and newer ones', async () => {
    const other = await createUser(api);
    const ids = [];
    for (const content of 'abcdefghi')
      ids.push((await insertMessage(api.database, viewer.id, other.id, { content })).id);
    const around = await chat.getConversation(other, viewer, `?size=4&around=${ids[4]}`);
    expect(around).toMatchObject({ page: null, last: false, hasNewer: true });
    expect(texts(around)).toBe('defg');
    const older = await chat.getConversation(other, viewer, `?size=4&cursor=${around.nextCursor}`);
    expect(texts(older)).toBe('abc');
    const newer = await chat.getConversation(other, viewer, `?size=4&after=${ids[6]}`);
    expect(newer).toMatchObject({ hasNewer: false });
    expect(texts(newer)).toBe('hi');
    const first = await chat.getConversation(other, viewer, `?size=4&around=${ids[0]}`);
    expect(first).toMatchObject({ last: true, hasNewer: true });
    expect(texts(first)).toBe('abcd');
    const last = await chat.getConversation(other, viewer, `?size=4&around=${ids[8]}`);
    expect(texts(last)).toBe('fghi');
    expect(last).toMatchObject({ hasNewer: false });
  });

  it('is not found for a message of another conversation or a cleared one', async () => {
    const [other, third] = [await createUser(api), await createUser(api)];
    const { id } = await chat.sendMessage(viewer, other);
    await chat.sendMessage(third, other);
    for (const parameter of ['around', 'after']) {
      const elsewhere = await chat.requestConversation(other, third.id, `?${parameter}=${id}`);
      expectError(elsewhere, 'not_found');
    }
    await chat.clear(other, viewer.id).expect(200);
    const cleared = await chat.requestConversation(other, viewer.id, `?around=${id}`);
    expectError(cleared, 'not_found');
    const invalid = await chat.requestConversation(other, viewer.id, '?around=x');
    expectError(invalid, 'validation_failed');
  });
});
