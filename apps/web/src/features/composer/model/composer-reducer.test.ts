import { attachmentsMax, textMaxLength } from '@skein/contracts/limits';
import { describe, expect, it } from 'vitest';
import {
  canPost,
  composerReducer,
  contentLength,
  hasContent,
  isPosting,
  startComposer,
} from './composer-reducer.ts';
import type { Attachment, ComposerAction } from './composer-reducer.ts';
import { emptyDraft } from './draft.ts';

const start = startComposer(emptyDraft);
const after = (...actions: ComposerAction[]) => actions.reduce(composerReducer, start);

const attachment = (id: string): Attachment => ({
  id,
  file: new File(['x'], `${id}.png`, { type: 'image/png' }),
  altText: '',
});
const attachments = (count: number) =>
  Array.from({ length: count }, (_, index) => attachment(`file ${index}`));
const add = (count: number): ComposerAction => ({
  type: 'files-added',
  attachments: attachments(count),
  problems: [],
});
const type = (text: string): ComposerAction => ({ type: 'text-changed', text });

describe('posting', () => {
  it.each([
    ['nothing', start, false],
    ['blank text', after(type(' \n\u200B')), false],
    ['a topic alone', after({ type: 'topic-changed', topic: 'yarn' }), false],
    ['text', after(type('Hello')), true],
    ['a picture alone', after(add(1)), true],
    ['the longest text', after(type('👍'.repeat(textMaxLength))), true],
    ['one too long', after(type('a'.repeat(textMaxLength + 1))), false],
    ['text while posting', after(type('Hello'), { type: 'posting-started' }), false],
  ])('with %s', (_case, state, possible) => {
    expect(canPost(state)).toBe(possible);
  });

  it('tells how far it is and loses nothing when it stops', () => {
    const posting = after(
      type('Hello'),
      add(2),
      { type: 'posting-started' },
      { type: 'posting-progressed', progress: 0.4 },
    );
    expect(posting.progress).toBe(0.4);
    const stopped = composerReducer(posting, { type: 'posting-stopped' });
    expect(isPosting(stopped)).toBe(false);
    expect(stopped.text).toBe('Hello');
    expect(stopped.attachments).toHaveLength(2);
  });

  it('ignores progress that arrives after the end', () => {
    expect(after({ type: 'posting-progressed', progress: 0.9 }).progress).toBeNull();
  });
});

describe('length', () => {
  it('counts the topic with its hash and the space, not trailing white space', () => {
    expect(contentLength(after(type('Hello  \n'), { type: 'topic-changed', topic: 'yarn' }))).toBe(
      '#yarn Hello'.length,
    );
  });
});

describe('attachments', () => {
  it('takes as many as are allowed and says when there are more', () => {
    const state = after(add(attachmentsMax - 1), {
      type: 'files-added',
      attachments: [attachment('last'), attachment('one more')],
      problems: [],
    });
    expect(state.attachments).toHaveLength(attachmentsMax);
    expect(state.attachments.at(-1)?.id).toBe('last');
    expect(state.problems).toEqual([{ reason: 'too-many' }]);
  });

  it('takes out what is no picture, and says so until the writing goes on', () => {
    const state = after(add(2), { type: 'attachment-broken', id: 'file 0' });
    expect(state.attachments.map(({ id }) => id)).toEqual(['file 1']);
    expect(state.problems).toEqual([{ reason: 'not-an-image', fileName: 'file 0.png' }]);
    expect(composerReducer(state, type('Hello')).problems).toEqual([]);
  });

  it('describes and removes one', () => {
    const state = after(
      add(2),
      { type: 'described', id: 'file 1', altText: 'A ball of yarn' },
      { type: 'attachment-removed', id: 'file 0' },
    );
    expect(state.attachments.map(({ id, altText }) => [id, altText])).toEqual([
      ['file 1', 'A ball of yarn'],
    ]);
  });

  it('cuts a description at its limit', () => {
    const state = after(add(1), { type: 'described', id: 'file 0', altText: '👍'.repeat(1501) });
    expect(state.attachments[0]?.altText).toBe('👍'.repeat(1500));
  });
});

describe('what closing would lose', () => {
  it.each([
    ['nothing', start, false],
    ['an audience', after({ type: 'audience-changed', replyPermission: 'FOLLOWERS' }), false],
    ['a topic', after({ type: 'topic-changed', topic: 'yarn' }), true],
    ['text', after(type('Hello')), true],
    ['a picture', after(add(1)), true],
  ])('%s', (_case, state, lost) => {
    expect(hasContent(state)).toBe(lost);
  });
});
