import { act, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { initialComposerState } from '../features/composer/editor/composer-reducer.ts';
import { emptyDraft } from '../features/composer/editor/draft.ts';
import { loadPending } from '../features/composer/pending/load-pending.ts';
import { pendingPosts } from '../features/composer/pending/pending-store.ts';
import { t } from '../i18n/index.ts';
import { givenDecodableImages } from './composer.ts';
import { press } from './overlay-actions.ts';
import type { OverlayCase } from './overlay-actions.ts';
import { greekDraft, thread, viewer } from './pseudo-locale-samples.ts';
import { openComposer, openShellDialog } from './dialogs.tsx';

const ownThread = { ...thread, userId: viewer.id };

function compose(request: Parameters<typeof openComposer>[0]) {
  openComposer(request);
  return screen.findByRole('dialog');
}

/** Types into the text box of a composer. */
async function type(user: UserEvent, dialog: HTMLElement, text: string) {
  await user.click(within(dialog).getByRole('textbox', { name: t('composer.text') }));
  await user.keyboard(text);
}

const picture = new File(['x'], 'εικόνα.ψ', { type: 'image/png' });

async function attach(user: UserEvent, dialog: HTMLElement) {
  const picker = dialog.querySelector('input[type="file"]');
  if (picker instanceof HTMLInputElement) await user.upload(picker, picture);
}

/** How to open every dialog and list of the composer. */
export const composerOverlays: readonly OverlayCase[] = [
  {
    overlay: 'gif-picker',
    role: 'dialog',
    open: async (user) => {
      const meta = document.createElement('meta');
      Object.assign(meta, { name: 'gifs', content: 'on' });
      document.head.append(meta);
      onTestFinished(() => meta.remove());
      await compose({ kind: 'thread' });
      await press(user, t('composer.addGif'));
      await screen.findByText(t('gifs.empty'));
    },
  },
  {
    overlay: 'composer-frame for a thread with a poll',
    role: 'dialog',
    open: async (user) => {
      const dialog = await compose({ kind: 'thread', topic: 'μαλλί' });
      await press(user, t('composer.addPoll'));
      await within(dialog).findByRole('textbox', { name: t('composer.pollQuestion') });
    },
  },
  {
    overlay: 'composer-frame with a further part, which is removed',
    role: 'alertdialog',
    open: async (user) => {
      const dialog = await compose({ kind: 'thread' });
      await press(user, t('composer.addPart'));
      const box = { name: t('composer.partText', { number: 2 }) };
      await user.type(await within(dialog).findByRole('textbox', box), 'μαλλί');
      await press(user, t('composer.removePart', { number: 2 }));
    },
  },
  {
    overlay: 'composer-frame with an alt text editor',
    role: 'dialog',
    open: async (user) => {
      const dialog = await compose({ kind: 'thread' });
      await attach(user, dialog);
      await press(user, t('composer.describe', { name: picture.name }));
    },
  },
  {
    overlay: 'image-editor-dialog',
    role: 'dialog',
    open: async (user) => {
      givenDecodableImages({ width: 400, height: 300 });
      const dialog = await compose({ kind: 'thread' });
      await attach(user, dialog);
      await press(user, t('composer.crop', { name: picture.name }));
      await screen.findByRole('group', { name: t('crop.aspect') });
    },
  },
  ...(
    [
      { kind: 'reply', thread },
      { kind: 'quote', thread },
      { kind: 'quote', thread, variant: 'my-posts' },
      { kind: 'edit', thread: ownThread },
    ] as const
  ).map((request): OverlayCase => ({
    overlay: `composer-frame for ${'variant' in request ? 'a repost' : request.kind}`,
    role: 'dialog',
    open: () => compose(request),
  })),
  ...['#μα', '@1'].map((text): OverlayCase => ({
    overlay: `completion-list for ${text}`,
    role: 'listbox',
    open: async (user) => type(user, await compose({ kind: 'thread' }), text),
  })),
  {
    overlay: 'discard-confirm-dialog',
    role: 'alertdialog',
    open: async (user) => {
      await type(user, await compose({ kind: 'edit', thread: ownThread }), 'Νήμα');
      await press(user, t('common.close'));
    },
  },
  {
    overlay: 'discard-confirm-dialog with a draft',
    role: 'alertdialog',
    open: async (user) => {
      await type(user, await compose({ kind: 'reply', thread }), 'Νήμα');
      await press(user, t('common.close'));
    },
  },
  {
    overlay: 'pending-posts',
    role: 'alertdialog',
    address: '/feed',
    open: async (user) => {
      await showPending();
      await press(user, t('pending.delete'));
    },
  },
  {
    overlay: 'sign-out-dialog',
    role: 'alertdialog',
    open: async () => {
      await showPending();
      openShellDialog({ kind: 'sign-out' });
    },
  },
  {
    overlay: 'sign-out-all-dialog',
    role: 'alertdialog',
    open: () => {
      openShellDialog({ kind: 'sign-out-all' });
      return Promise.resolve();
    },
  },
  {
    overlay: 'drafts-dialog',
    role: 'dialog',
    open: async (user) => {
      await compose({ kind: 'thread' });
      await press(user, t('drafts.title'));
      await screen.findByText('Ημιτελές');
    },
  },
  {
    overlay: 'drafts-dialog before deleting',
    role: 'alertdialog',
    open: async (user) => {
      await compose({ kind: 'drafts' });
      await press(user, t('drafts.deleteNamed', { text: 'Ημιτελές' }));
    },
  },
  {
    overlay: 'composer-frame for a draft without its thread',
    role: 'dialog',
    open: () => compose({ kind: 'thread', draft: greekDraft, lostTarget: 'reply' }),
  },
];

/** Shows a post that waits for a connection. */
async function showPending() {
  await loadPending();
  const state = initialComposerState({ ...emptyDraft, text: 'μαλλί' });
  const post = { id: 'one', userId: viewer.id, createdAtMs: 0, state, idempotencyKey: 'key' };
  const target = { kind: 'reply', thread } as const;
  act(() => pendingPosts.set([{ ...post, target, attemptedAtMs: 1, rejection: null }]));
}
