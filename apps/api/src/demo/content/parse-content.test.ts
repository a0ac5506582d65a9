import { describe, expect, it } from 'vitest';
import { parseChats } from './parse-chats.ts';
import { parseConversations } from './parse-conversations.ts';

describe('parseConversations', () => {
  it('parses indented lines as replies and quotes of the line above', () => {
    const [first, second] = parseConversations(
      [
        'ann | One',
        '  bob | Two',
        '    ann | Three',
        '  eve (de) quotes | Vier',
        '',
        'bob | Five',
      ].join('\n'),
    );
    expect(first).toMatchObject({
      author: 'ann',
      text: 'One',
      language: 'en',
      isQuote: false,
      children: [
        { author: 'bob', text: 'Two', children: [{ author: 'ann', text: 'Three' }] },
        { author: 'eve', text: 'Vier', language: 'de', isQuote: true, children: [] },
      ],
    });
    expect(second).toMatchObject({ author: 'bob', text: 'Five', children: [] });
  });

  it('parses content warnings, covered images and hidden replies', () => {
    const [warned, covered] = parseConversations(
      [
        'ann | [warning: Spoilers] The end',
        '  bob | Boo [hidden]',
        'bob | Look [sea-2: Sea] [sensitive]',
      ].join('\n'),
    );
    expect(warned).toMatchObject({ text: 'The end', contentWarning: 'Spoilers', isHidden: false });
    expect(warned?.children[0]).toMatchObject({ text: 'Boo', isHidden: true });
    expect(covered).toMatchObject({ text: 'Look', image: { name: 'sea-2' }, isSensitive: true });
  });

  it('parses a poll or an image at the end of a line', () => {
    const [withPoll, withImage] = parseConversations(
      [
        'ann | Which? [poll: This one / That, please]',
        'bob | Look [sea-2: Waves, and a boat]',
      ].join('\n'),
    );
    expect(withPoll).toMatchObject({
      text: 'Which?',
      pollOptions: ['This one', 'That, please'],
      image: null,
    });
    expect(withImage).toMatchObject({
      text: 'Look',
      pollOptions: [],
      image: { name: 'sea-2', altText: 'Waves, and a boat' },
    });
  });

  it.each(['no bar', '  ann | has no parent', 'Ann | capital'])(
    'rejects the invalid line %j',
    (line) => {
      expect(() => parseConversations(line)).toThrow(line);
    },
  );
});

describe('parseChats', () => {
  it('reads pins, unread messages, replies, edits, reactions and images', () => {
    expect(
      parseChats(
        'ann & bob pinned\nann shares eve edited | Hi [👋🏽]\nunread replies to 1 | Hello [a-1: A] [b-2: B, C]',
      ),
    ).toEqual([
      {
        users: ['ann', 'bob'],
        isPinned: true,
        messages: [
          {
            sender: 'ann',
            text: 'Hi',
            isUnread: false,
            shares: 'eve',
            isEdited: true,
            replyTo: null,
            reaction: '👋🏽',
            images: [],
            recording: null,
          },
          {
            sender: 'bob',
            text: 'Hello',
            isUnread: true,
            shares: null,
            isEdited: false,
            replyTo: 1,
            reaction: null,
            images: [
              { name: 'a-1', altText: 'A' },
              { name: 'b-2', altText: 'B, C' },
            ],
            recording: null,
          },
        ],
      },
    ]);
  });

  it('rejects a message without a chat', () => {
    expect(() => parseChats('ann | Hi')).toThrow('ann | Hi');
  });
});
