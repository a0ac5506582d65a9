/** The service worker: what is shown without a connection, and what the server pushes. */
import type { PushedChat, PushMessage } from '@skein/contracts/notifications';
import { answerOrRecall, isKept } from './answers.ts';
import { openNotified, showPushed } from './push.ts';
import { worker } from './scope.ts';
import { answerFile, answerPage, cacheScreens, dropOldShells, keepShell } from './shell.ts';

const noScreens = /^\/(?:api|media|icons)\//;

worker.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
  // Pages ask for theirs again on each load: an old worker has nothing that they would miss.
  void worker.skipWaiting();
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (!noScreens.test(url.pathname)) respondWithPage(event);
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(answerFile(request));
  } else if (isKept(url)) {
    event.respondWith(answerOrRecall(request));
  }
});

worker.addEventListener('push', (event) => {
  if (!event.data) return;
  // The server writes it by this contract.
  event.waitUntil(showPushed(event.data.json() as PushMessage | PushedChat));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotified(event.notification));
});

/** The first visit has no worker yet: what only later visits can use is fetched from here. */
function respondWithPage(event: FetchEvent): void {
  const page = answerPage(event);
  event.respondWith(page);
  // The page's own requests go first. Without a connection, the next visit tries again.
  event.waitUntil(page.then(cacheScreens).catch(() => undefined));
}

async function takeOver(): Promise<void> {
  await dropOldShells();
  // Saves pages the wait for this worker to start. Not all browsers have it.
  if ('navigationPreload' in worker.registration) {
    await worker.registration.navigationPreload.enable();
  }
  await worker.clients.claim();
}
