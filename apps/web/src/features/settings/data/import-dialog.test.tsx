import * as routes from '@skein/contracts/routes';
import type { Import } from '@skein/contracts/imports';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { Toasts } from '../../../ui/toasts.tsx';
import { createQueryClient } from '../../../api/query-client.ts';
import { errorResponse, mockRoute, server } from '../../../testing/api.ts';
import { aPostsImport, anImport } from '../../../testing/imports.ts';
import { givenSession } from '../../../testing/session.ts';
import { TestRouter } from '../../../testing/test-router.tsx';
import { ImportDialog } from './import-dialog.tsx';

let imports: Import[];
const preview = anImport();
const done: Import = {
  ...preview,
  status: 'done',
  processedCount: 60,
  addedCount: 3,
  notFoundCount: 57,
  removedCount: 1,
  failures: [{ address: 'a@example.com', listName: null, reason: 'not_found' }],
  finishedAt: '2026-11-20T10:01:00.000Z',
};
const file = new File(['a'], 'blocked_accounts.csv', { type: 'text/csv' });
const archive = new File(['{}'], 'outbox.json', { type: 'application/json' });

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TestRouter>
        <ImportDialog isOpen onClose={() => undefined} />
      </TestRouter>
      <Toasts />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

beforeEach(() => {
  givenSession();
  imports = [];
  server.use(mockRoute(routes.listImports, () => imports));
});

it('checks a file, shows what would change, and imports it', async () => {
  let sent: FormData | undefined;
  server.use(
    mockRoute(routes.createImport, async (request) => {
      sent = await request.formData();
      imports = [preview];
      return preview;
    }),
    mockRoute(routes.startImport, () => {
      imports = [done];
      return done;
    }),
  );
  const user = open();
  const check = await screen.findByRole('button', { name: 'Check file' });
  expect(check).toBeDisabled();
  await user.selectOptions(screen.getByLabelText('Content of the file'), 'Blocked users');
  await user.click(screen.getByLabelText('Overwrite'));
  await user.upload(screen.getByLabelText('CSV file'), file);
  expect(screen.getByText('blocked_accounts.csv')).toBeVisible();
  await user.click(check);
  const item = await screen.findByRole('listitem');
  expect(item).toHaveTextContent('3 of 60 can be imported');
  expect(item).toHaveTextContent("1 entry that isn't in the file will be removed.");
  expect([sent?.get('kind'), sent?.get('mode')]).toEqual(['blocks', 'overwrite']);
  await user.click(within(item).getByRole('button', { name: 'Start import: Blocked users' }));
  expect(await screen.findByText('3 added · 1 removed · 57 not found')).toBeVisible();
  await user.click(screen.getByText('Not imported'));
  expect(screen.getByText('a@example.com')).toBeVisible();
  expect(screen.getByText('and 56 more')).toBeVisible();
});

it('shows why a file is rejected and keeps it', async () => {
  const message = "This isn't a UTF-8 CSV file with accounts.";
  server.use(
    mockRoute(routes.createImport, () =>
      errorResponse({ status: 400, code: 'validation_failed', message }),
    ),
  );
  const user = open();
  await user.upload(await screen.findByLabelText('CSV file'), file);
  await user.click(screen.getByRole('button', { name: 'Check file' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Check file' })).toBeEnabled();
});

it('does not start an import of which nothing was found', async () => {
  imports = [{ ...preview, foundCount: 0 }];
  open();
  const start = await screen.findByRole('button', { name: 'Start import: Blocked users' });
  expect(start).toBeDisabled();
});

it('imports an archive of posts and shows the result', async () => {
  let sent: FormData | undefined;
  server.use(
    mockRoute(routes.importPosts, async (request) => {
      sent = await request.formData();
      return aPostsImport({ addedCount: 412, unchangedCount: 30, repostsCount: 1 });
    }),
  );
  const user = open();
  await user.selectOptions(screen.getByLabelText('Content of the file'), 'Posts');
  const submit = screen.getByRole('button', { name: 'Import posts' });
  expect(submit).toBeDisabled();
  await user.upload(screen.getByLabelText('Archive of Mastodon or Bluesky'), archive);
  await user.click(screen.getByLabelText('Include replies to others'));
  await user.click(submit);
  const result = '412 posts imported · 30 imported before · 1 repost left out';
  expect(await screen.findByText(result)).toBeVisible();
  expect(sent?.get('includesReplies')).toBe('true');
  expect(screen.getByRole('link', { name: 'Imported posts' })).toHaveAttribute(
    'href',
    '/imported-posts',
  );
});

it('shows why an archive is rejected', async () => {
  const message = "This isn't a Mastodon or Bluesky archive.";
  server.use(
    mockRoute(routes.importPosts, () =>
      errorResponse({ status: 400, code: 'validation_failed', message }),
    ),
  );
  const user = open();
  await user.selectOptions(screen.getByLabelText('Content of the file'), 'Posts');
  await user.upload(screen.getByLabelText('Archive of Mastodon or Bluesky'), archive);
  await user.click(screen.getByRole('button', { name: 'Import posts' }));
  expect(await screen.findByText(message)).toBeVisible();
});
