import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aFile, sentMessage, setUp } from '../../../testing/conversation.ts';
import { useFileAdding } from './use-file-adding.ts';

function renderFileAdding() {
  const { conversation } = setUp();
  const send = vi.spyOn(conversation, 'send');
  const { result } = renderHook(() => useFileAdding(conversation, vi.fn()));
  return { conversation, send, fileAdding: result.current };
}

it('does not send a text that is changed afterwards, until it is sent again', async () => {
  const { conversation, send, fileAdding } = renderFileAdding();
  conversation.write('Look');
  const adding = fileAdding.addFiles([aFile().file]);
  fileAdding.send();
  conversation.write('Look at th');
  await adding;
  expect(conversation.getState().draft).toMatchObject({
    text: 'Look at th',
    attachments: [{ kind: 'image' }],
  });
  expect(send).not.toHaveBeenCalled();
  fileAdding.send();
  expect(send).toHaveBeenCalledOnce();
});

it('does not store an edit that is begun after sending', async () => {
  const { conversation, send, fileAdding } = renderFileAdding();
  const adding = fileAdding.addFiles([aFile().file]);
  fileAdding.send();
  conversation.edits.start(sentMessage('Hello', 'own'));
  conversation.write('Hello, A');
  await adding;
  expect(conversation.getState().draft.attachments).toHaveLength(1);
  expect(conversation.getState().editing).toMatchObject({ text: 'Hello, A' });
  expect(send).not.toHaveBeenCalled();
});

it('stores an edit at once', () => {
  const { conversation, send, fileAdding } = renderFileAdding();
  void fileAdding.addFiles([aFile().file]);
  conversation.edits.start(sentMessage('Hello', 'own'));
  conversation.write('Hello, Ada');
  fileAdding.send();
  expect(send).toHaveBeenCalledOnce();
});
