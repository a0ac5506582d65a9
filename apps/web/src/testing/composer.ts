import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { Thread } from '@skein/contracts/threads';
import type { CurrentUser } from '@skein/contracts/users';
import { mockRoute, server } from './api.ts';
import { parseMultipartForm } from './multipart.ts';
import { aUser, givenSession } from './session.ts';
import { aFeedPage, aThread } from './threads.ts';

export const aPictureFile = (name: string, bytes = 10) =>
  new File([new Uint8Array(bytes)], name, { type: 'image/png' });

/** Signs in a user whose feed has these threads. Call this before each test. */
export function givenFeed(
  threads: Thread[] = [aThread({ content: 'Old' })],
  fields: Partial<CurrentUser> = {},
) {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const me = givenSession(aUser(fields));
  server.use(
    mockRoute(routes.getCurrentUser, () => me),
    mockRoute(routes.listFeed, () => aFeedPage(threads)),
  );
}

/** Lets the browser decode every image, with this size, and encode canvases. Returns what is drawn. */
export function givenDecodableImages({ width, height }: { width: number; height: number }) {
  const drawn: { rotation: number; width: number; height: number }[] = [];
  let rotation = 0;
  const context = {
    scale: () => undefined,
    translate: () => undefined,
    rotate: (radians: number) => (rotation = Math.round((radians * 180) / Math.PI)),
  };
  // jsdom has no decoder and no canvas.
  Object.assign(HTMLImageElement.prototype, { decode: () => Promise.resolve() });
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(height);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function getContext(
    this: HTMLCanvasElement,
  ) {
    const drawImage = () => drawn.push({ rotation, width: this.width, height: this.height });
    return Object.assign(context, { drawImage }) as unknown as RenderingContext;
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((callback, type) =>
    callback(new Blob(['edited'], { type: type ?? 'image/png' })),
  );
  return drawn;
}

/** Responds to each new thread with the created thread, and records the requests. */
export function givenPosting(fields: Partial<Thread> = {}) {
  const posted: { path: string; key: string | null; form: Record<string, string[]> }[] = [];
  const reply = async (request: Request) => {
    const form = await parseMultipartForm(request);
    const key = request.headers.get('idempotency-key');
    posted.push({ path: new URL(request.url).pathname, key, form });
    return aThread({ content: form['content']?.[0] ?? '', ...fields });
  };
  server.use(
    mockRoute(routes.createThread, reply),
    mockRoute(routes.createThreadWithFiles, reply),
    mockRoute(routes.createChain, async (request) => {
      const first = await reply(request);
      const [part = '{}'] = posted.at(-1)?.form['parts'] ?? [];
      const { content } = JSON.parse(part) as { content: string };
      return [{ ...first, content }, aThread({ parentThreadId: first.id, threadLevel: 1 })];
    }),
  );
  return posted;
}

/** Waits for the dialog and its focus. */
export async function waitForDialog(name: string) {
  const dialog = await screen.findByRole('dialog', { name });
  const textBox = within(dialog).getByRole('textbox', { name: 'Text' });
  await waitFor(() => {
    if (document.activeElement !== textBox) throw new Error('The text box has no focus yet');
  });
  return { dialog, textBox };
}

export const waitForDialogToClose = () =>
  waitFor(() => {
    if (screen.queryByRole('dialog')) throw new Error('The dialog is still there');
  });

/** Attaches files with one of the file pickers. */
export const selectFiles = (files: File[], picker = 'Add pictures') =>
  fireEvent.change(screen.getByLabelText(picker, { selector: 'input' }), { target: { files } });
