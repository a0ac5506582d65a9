import { textMaxLength } from '@skein/contracts/limits';
import { describe, expect, it } from 'vitest';
import {
  canPost,
  composerReducer,
  contentLength,
  hasChanges,
  isPosting,
  initialComposerState,
} from './composer-reducer.ts';
import type { ComposerAction } from './composer-reducer.ts';
import { emptyDraft } from './draft.ts';

const start = initialComposerState(emptyDraft);
const after = (...actions: ComposerAction[]) => actions.reduce(composerReducer, start);

const addFile: ComposerAction = {
  type: 'files-added',
  attachments: [
    { id: 'a', file: new File(['x'], 'a.png', { type: 'image/png' }), kind: 'image', altText: '' },
  ],
  problems: [],
};
const type = (text: string): ComposerAction => ({ type: 'text-changed', text });
const post: ComposerAction = { type: 'posting-started', key: 'key' };
const stop: ComposerAction = { type: 'posting-stopped' };
const poll: ComposerAction[] = [
  { type: 'poll-started' },
  { type: 'poll-question-changed', question: 'Wool or cotton?' },
  { type: 'poll-option-changed', id: 0, text: 'Wool' },
  { type: 'poll-option-changed', id: 1, text: 'Cotton' },
];

describe('posting', () => {
  it.each([
    ['nothing', start, false],
    ['blank text', after(type(' \n\u200B')), false],
    ['a topic alone', after({ type: 'topic-changed', topic: 'yarn' }), false],
    ['text', after(type('Hello')), true],
    ['a picture alone', after(addFile), true],
    ['a poll alone', after(...poll), true],
    ['text and a poll half written', after(type('Hello'), ...poll.slice(0, 3)), false],
    ['the longest text', after(type('👍'.repeat(textMaxLength))), true],
    ['one too long', after(type('a'.repeat(textMaxLength + 1))), false],
    ['text while posting', after(type('Hello'), post), false],
  ])('with %s', (_case, state, possible) => {
    expect(canPost(state)).toBe(possible);
  });

  it('without a word only where nothing need be said', () => {
    expect(canPost(start, true)).toBe(true);
  });

  it('tells how far it is and loses nothing when it stops', () => {
    const posting = after(type('Hello'), addFile, post, {
      type: 'posting-progressed',
      progress: 0.4,
    });
    expect(posting.progress).toBe(0.4);
    const stopped = composerReducer(posting, stop);
    expect(isPosting(stopped)).toBe(false);
    expect(stopped.text).toBe('Hello');
    expect(stopped.attachments).toHaveLength(1);
  });

  it('ignores progress that arrives after the end', () => {
    expect(after({ type: 'posting-progressed', progress: 0.9 }).progress).toBeNull();
  });

  it('changes nothing that is on its way', () => {
    const posting = after(type('Hello'), addFile, post);
    expect(composerReducer(posting, type('Other'))).toBe(posting);
    expect(composerReducer(posting, { type: 'attachment-broken', id: 'a' })).toBe(posting);
  });

  it('is the same request when it is tried again, and another with other content', () => {
    const again: ComposerAction = { type: 'posting-started', key: 'another key' };
    expect(after(type('Hello'), post, stop, again).sentKey).toBe('key');
    expect(after(type('Hello'), post, stop, type('Hello!')).sentKey).toBeNull();
    expect(after(type('Hello'), post, stop, addFile, again).sentKey).toBe('another key');
  });
});

describe('problems with files', () => {
  it('are told until the writing goes on', () => {
    const broken = after(addFile, { type: 'attachment-broken', id: 'a' });
    expect(broken.problems).toHaveLength(1);
    expect(composerReducer(broken, type('Hello')).problems).toEqual([]);
  });
});

describe('length', () => {
  it('counts the topic with its hash and the space, not trailing white space', () => {
    expect(contentLength(after(type('Hello  \n'), { type: 'topic-changed', topic: 'yarn' }))).toBe(
      '#yarn Hello'.length,
    );
  });
});

describe('what closing would lose', () => {
  it.each([
    ['nothing', start, false],
    [
      'an audience',
      after({ type: 'reply-permission-changed', replyPermission: 'FOLLOWERS' }),
      false,
    ],
    ['an empty poll', after({ type: 'poll-started' }), false],
    ['a poll', after(...poll), true],
    ['a topic', after({ type: 'topic-changed', topic: 'yarn' }), true],
    ['text', after(type('Hello')), true],
    ['a picture', after(addFile), true],
  ])('%s', (_case, state, lost) => {
    expect(hasChanges(state, emptyDraft)).toBe(lost);
  });

  it('of an edited text, what differs from it', () => {
    const original = { ...emptyDraft, text: 'Hello' };
    const editing = initialComposerState(original);
    expect(hasChanges(editing, original)).toBe(false);
    expect(hasChanges(composerReducer(editing, type('')), original)).toBe(true);
  });
});
