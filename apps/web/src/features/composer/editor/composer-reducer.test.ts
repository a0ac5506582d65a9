import { attachmentsMax, chainFilesMax, textMaxLength } from '@skein/contracts/limits';
import { describe, expect, it } from 'vitest';
import type { Attachment } from '../attachments/attachments-reducer.ts';
import { countFiles, isFull } from '../chain/parts-reducer.ts';
import {
  canPost,
  composerReducer,
  contentLength,
  isPosting,
  initialComposerState,
} from './composer-reducer.ts';
import { hasChanges } from './has-changes.ts';
import type { ComposerAction } from './composer-reducer.ts';
import { emptyDraft } from './draft.ts';

const start = initialComposerState(emptyDraft);
const after = (...actions: ComposerAction[]) => actions.reduce(composerReducer, start);

const aFile: Attachment = {
  id: 'a',
  file: new File(['x'], 'a.png', { type: 'image/png' }),
  kind: 'image',
  altText: '',
};
const addFile: ComposerAction = { type: 'files-added', attachments: [aFile], problems: [] };
const type = (text: string): ComposerAction => ({ type: 'text-changed', text });
const post: ComposerAction = { type: 'posting-started', key: 'key' };
const stop: ComposerAction = { type: 'posting-stopped' };
const poll: ComposerAction[] = [
  { type: 'poll-started' },
  { type: 'poll-question-changed', question: 'Wool or cotton?' },
  { type: 'poll-option-changed', id: 0, text: 'Wool' },
  { type: 'poll-option-changed', id: 1, text: 'Cotton' },
];

describe('canPost and posting', () => {
  it.each([
    ['nothing', start, false],
    ['blank text', after(type(' \n\u200B')), false],
    ['only a topic', after({ type: 'topic-changed', topic: 'yarn' }), false],
    ['text', after(type('Hello')), true],
    ['only an image', after(addFile), true],
    ['only a poll', after(...poll), true],
    ['text and an incomplete poll', after(type('Hello'), ...poll.slice(0, 3)), false],
    ['a text of the maximum length', after(type('👍'.repeat(textMaxLength))), true],
    ['a text that is too long', after(type('a'.repeat(textMaxLength + 1))), false],
    ['text while posting', after(type('Hello'), post), false],
  ])('decides whether %s can be posted', (_case, state, expected) => {
    expect(canPost(state)).toBe(expected);
  });

  it('allows a blank text only with allowsBlank', () => {
    expect(canPost(start, { allowsBlank: true })).toBe(true);
  });

  it('tracks the progress and keeps the content when posting stops', () => {
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

  it('ignores progress after posting has ended', () => {
    expect(after({ type: 'posting-progressed', progress: 0.9 }).progress).toBeNull();
  });

  it('ignores edits while posting', () => {
    const posting = after(type('Hello'), addFile, post);
    expect(composerReducer(posting, type('Other'))).toBe(posting);
    expect(composerReducer(posting, { type: 'attachment-broken', id: 'a' })).toBe(posting);
  });

  it('keeps the idempotency key for a retry and drops it when the content changes', () => {
    const again: ComposerAction = { type: 'posting-started', key: 'another key' };
    expect(after(type('Hello'), post, stop, again).sentKey).toBe('key');
    expect(after(type('Hello'), post, stop, type('Hello!')).sentKey).toBeNull();
    expect(after(type('Hello'), post, stop, addFile, again).sentKey).toBe('another key');
  });
});

describe('problems', () => {
  it('are cleared when the text changes', () => {
    const broken = after(addFile, { type: 'attachment-broken', id: 'a' });
    expect(broken.problems).toHaveLength(1);
    expect(composerReducer(broken, type('Hello')).problems).toEqual([]);
  });
});

describe('contentLength', () => {
  it('counts the topic with hash and space, but not trailing whitespace', () => {
    expect(contentLength(after(type('Hello  \n'), { type: 'topic-changed', topic: 'yarn' }))).toBe(
      '#yarn Hello'.length,
    );
  });
});

describe('the files of a chain', () => {
  const files = (count: number) =>
    ({
      type: 'files-added',
      attachments: Array.from({ length: count }, () => ({ ...aFile, id: crypto.randomUUID() })),
      problems: [],
    }) satisfies ComposerAction;
  const inPart = (id: string, count: number): ComposerAction[] => [
    { type: 'part-added', id },
    { type: 'part-changed', id, change: files(count) },
  ];

  it('are limited in all parts together', () => {
    const full = after(files(attachmentsMax), ...inPart('b', 9), ...inPart('c', 2));
    expect(countFiles(full)).toBe(chainFilesMax);
    const problems = [{ reason: 'too-many', max: chainFilesMax }];
    expect(full.parts[1]).toMatchObject({ attachments: [{}], problems });
    expect(full.parts.every((part) => isFull(part, full))).toBe(true);
    const removed = composerReducer(full, { type: 'part-removed', id: 'b' });
    expect(removed.parts.some((part) => isFull(part, removed))).toBe(false);
  });

  it('are limited together with those that are still being loaded', () => {
    const missing = { restoring: ['x', 'y'] };
    const own = composerReducer({ ...start, ...missing }, files(attachmentsMax - 1));
    expect(own.attachments).toHaveLength(attachmentsMax - 2);
    expect(own.problems).toEqual([{ reason: 'too-many', max: attachmentsMax }]);
    expect(isFull(own, own)).toBe(true);
    const full = after(...inPart('b', 9), ...inPart('c', 9));
    const chain = composerReducer({ ...full, ...missing }, files(1));
    expect(chain.attachments).toEqual([]);
    expect(chain.problems).toEqual([{ reason: 'too-many', max: chainFilesMax }]);
  });

  it('are reported when another tab has attached more than the maximum', () => {
    const restore = (state: typeof start, count: number) => {
      const { attachments } = files(count);
      const restoring = attachments.map(({ id }) => id);
      return composerReducer(
        { ...state, restoring },
        { type: 'files-restored', attachments, lostFiles: [] },
      );
    };
    const own = restore(start, attachmentsMax + 1);
    expect(own.attachments).toHaveLength(attachmentsMax);
    expect(own.problems).toEqual([{ reason: 'too-many', max: attachmentsMax }]);
    const chain = restore(after(...inPart('b', 9), ...inPart('c', 9)), 3);
    expect(chain.attachments).toHaveLength(2);
    expect(chain.problems).toEqual([{ reason: 'too-many', max: chainFilesMax }]);
    expect(countFiles(chain)).toBe(chainFilesMax);
  });

  it('keep the idempotency key only if all videos are restored with their posters', () => {
    const video: Attachment = { ...aFile, kind: 'video' };
    const waiting = { ...start, restoring: ['a'], sentKey: 'key' };
    const restore = (attachment: Attachment) =>
      composerReducer(waiting, {
        type: 'files-restored',
        attachments: [attachment],
        lostFiles: [],
      }).sentKey;
    expect(restore(video)).toBeNull();
    expect(restore({ ...video, poster: null })).toBe('key');
  });

  it('are not awaited any more after they were removed', () => {
    const waiting = { ...after(addFile), restoring: ['a', 'b'] };
    const removed = composerReducer(waiting, { type: 'attachment-removed', id: 'a' });
    expect(removed.restoring).toEqual(['b']);
  });

  it('are limited in the first part by those of the others', () => {
    const parts = ['a', 'b'].flatMap((id) => inPart(id, 9));
    const full = after(...parts, files(3));
    expect(full.attachments).toHaveLength(2);
    expect(full.problems).toEqual([{ reason: 'too-many', max: chainFilesMax }]);
  });
});

describe('hasChanges', () => {
  it.each([
    ['nothing', start, false],
    [
      'a reply permission',
      after({ type: 'reply-permission-changed', replyPermission: 'FOLLOWERS' }),
      false,
    ],
    ['an empty poll', after({ type: 'poll-started' }), false],
    ['a poll', after(...poll), true],
    ['a topic', after({ type: 'topic-changed', topic: 'yarn' }), true],
    ['text', after(type('Hello')), true],
    ['an image', after(addFile), true],
  ])('detects whether closing loses %s', (_case, state, expected) => {
    expect(hasChanges(state, emptyDraft)).toBe(expected);
  });

  it('compares an edited text with the original', () => {
    const original = { ...emptyDraft, text: 'Hello' };
    const editing = initialComposerState(original);
    expect(hasChanges(editing, original)).toBe(false);
    expect(hasChanges(composerReducer(editing, type('')), original)).toBe(true);
  });
});
