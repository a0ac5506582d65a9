import {
  attachmentsMax,
  audioMaxBytes,
  documentMaxBytes,
  imageMaxBytes,
  videoMaxBytes,
} from '@skein/contracts/limits';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noEdit } from '../../images/image-edit.ts';
import { checkFiles, reduceAttachments } from './attachments-reducer.ts';
import { acceptAttribute, listFormatNames } from './file-kinds.ts';
import type { Attachment, AttachmentAction, AttachmentState } from './attachments-reducer.ts';

/** A file with a given size but without the bytes. */
function aFile(name: string, type: string, size = 1): File {
  return Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size });
}

const attachment = (id: string): Attachment => ({
  id,
  file: aFile(`${id}.png`, 'image/png'),
  kind: 'image',
  altText: '',
});
const start: AttachmentState = { attachments: [], restoring: [], problems: [] };
const after = (...actions: AttachmentAction[]) =>
  actions.reduce((state, action) => reduceAttachments(state, action, 0), start);
const add = (count: number): AttachmentAction => ({
  type: 'files-added',
  attachments: Array.from({ length: count }, (_, index) => attachment(`file ${index}`)),
  problems: [],
});
const collectIds = (state: AttachmentState) => state.attachments.map(({ id }) => id);

describe('checkFiles', () => {
  it.each([
    ['a.png', 'image/png', imageMaxBytes, 'image'],
    ['a.gif', 'image/gif', 1, 'image'],
    ['a.mov', 'video/quicktime', videoMaxBytes, 'video'],
    ['a.m4a', 'audio/x-m4a', audioMaxBytes, 'audio'],
    ['a.pdf', 'application/pdf', documentMaxBytes, 'document'],
    ['a.heic', 'image/heic', 1, 'image'],
    ['IMG_0001.HEIC', '', 1, 'image'],
    ['a.3gp', 'video/3gpp', 1, 'video'],
  ])('accepts %s (%s, %d bytes)', (name, type, size, kind) => {
    const file = aFile(name, type, size);
    expect(checkFiles([file])).toEqual({ accepted: [{ file, kind, altText: '' }], problems: [] });
  });

  it.each([
    ['a.txt', 'text/plain', 1, { reason: 'unsupported' }],
    ['a.svg', 'image/svg+xml', 1, { reason: 'unsupported' }],
    ['a.tiff', 'image/tiff', 1, { reason: 'unsupported' }],
    ['unknown', '', 1, { reason: 'unsupported' }],
    ['a.png', 'image/png', 0, { reason: 'empty' }],
    ['a.png', 'image/png', imageMaxBytes + 1, { reason: 'too-large', maxBytes: imageMaxBytes }],
    ['a.mp4', 'video/mp4', videoMaxBytes + 1, { reason: 'too-large', maxBytes: videoMaxBytes }],
    ['a.mp3', 'audio/mpeg', audioMaxBytes + 1, { reason: 'too-large', maxBytes: audioMaxBytes }],
  ])('rejects %s (%s, %d bytes)', (fileName, type, size, problem) => {
    expect(checkFiles([aFile(fileName, type, size)])).toEqual({
      accepted: [],
      problems: [{ ...problem, fileName }],
    });
  });
});

describe('checkFiles with the limits of an instance', () => {
  const meta = document.createElement('meta');

  beforeEach(() => {
    const maxBytes = { image: 1000, video: 1, audio: 1, document: 1 };
    const content = JSON.stringify({ maxBytes, formats: ['image/png', 'audio/mp4'] });
    Object.assign(meta, { name: 'upload-limits', content });
    document.head.append(meta);
  });

  afterEach(() => meta.remove());

  it('rejects other formats and larger files', () => {
    const fits = aFile('a.png', 'image/png', 1000);
    const recording = aFile('a.m4a', 'audio/x-m4a');
    const files = [fits, recording, aFile('a.gif', 'image/gif'), aFile('b.png', 'image/png', 1001)];
    expect(checkFiles(files)).toMatchObject({
      accepted: [{ file: fits }, { file: recording }],
      problems: [
        { reason: 'not-allowed', fileName: 'a.gif' },
        { reason: 'too-large', fileName: 'b.png', maxBytes: 1000 },
      ],
    });
    expect(listFormatNames()).toBe('PNG, M4A');
  });

  it('offers only the allowed formats in file pickers', () => {
    expect(acceptAttribute('image', 'audio')).toBe('image/png,audio/mp4,audio/x-m4a');
    expect(acceptAttribute('video')).toBe('');
  });
});

describe('reduceAttachments', () => {
  it('accepts files up to the maximum and reports a problem if there are more', () => {
    const state = after(add(attachmentsMax - 1), {
      type: 'files-added',
      attachments: [attachment('last'), attachment('one more')],
      problems: [],
    });
    expect(state.attachments).toHaveLength(attachmentsMax);
    expect(state.attachments.at(-1)?.id).toBe('last');
    expect(state.problems).toEqual([{ reason: 'too-many', max: attachmentsMax }]);
  });

  it('removes a file that the browser cannot decode and reports a problem', () => {
    const state = after(add(2), { type: 'attachment-broken', id: 'file 0' });
    expect(collectIds(state)).toEqual(['file 1']);
    expect(state.problems).toEqual([{ reason: 'broken', fileName: 'file 0.png' }]);
  });

  it.each([
    [0, 2, ['file 1', 'file 2', 'file 0']],
    [2, 0, ['file 2', 'file 0', 'file 1']],
    [1, 1, ['file 0', 'file 1', 'file 2']],
    [1, 3, ['file 0', 'file 1', 'file 2']],
    [1, -1, ['file 0', 'file 1', 'file 2']],
  ])('moves the attachment at index %d to index %d', (from, to, order) => {
    expect(collectIds(after(add(3), { type: 'attachment-moved', id: `file ${from}`, to }))).toEqual(
      order,
    );
  });

  it('changes the alt text of one attachment and removes another', () => {
    const state = after(
      add(2),
      { type: 'alt-text-changed', id: 'file 1', altText: 'A ball of yarn' },
      { type: 'attachment-removed', id: 'file 0' },
    );
    expect(state.attachments.map(({ id, altText }) => [id, altText])).toEqual([
      ['file 1', 'A ball of yarn'],
    ]);
  });

  it('replaces an image by its edit and restores the selected file', () => {
    const source = new File(['x'], 'whole.png');
    const file = new File(['x'], 'part.webp');
    const edited = { source, edit: noEdit };
    const cropped = after(add(1), { type: 'attachment-edited', id: 'file 0', file, edited });
    expect(cropped.attachments[0]).toMatchObject({ file, edited });
    const undo = { type: 'attachment-edited', id: 'file 0', file: source } as const;
    const restored = reduceAttachments(cropped, undo, 0);
    expect(restored.attachments[0]).toMatchObject({ file: source });
    expect(restored.attachments[0]).not.toHaveProperty('edited');
  });

  it('truncates an alt text at its maximum length', () => {
    const state = after(add(1), {
      type: 'alt-text-changed',
      id: 'file 0',
      altText: '👍'.repeat(1501),
    });
    expect(state.attachments[0]?.altText).toBe('👍'.repeat(1500));
  });
});
