/** The service worker: offline reading and push notifications. */
import type { PushedChat, PushMessage } from '@skein/contracts/notifications';
import { isCachedResponse, respondFromServerOrCache } from './cached-responses.ts';
import {
  deleteOldPrecaches,
  isPrecached,
  precacheApp,
  respondWithFile,
  respondWithPage,
} from './precache.ts';
import { openNotified, showPushed } from './push.ts';
import { worker } from './scope.ts';

const serverPaths = /^\/(?:api|media|icons|\.well-known)\//;

worker.addEventListener('install', (event) => {
  event.waitUntil(precacheApp());
  // Open pages do not depend on the version of the worker.
  void worker.skipWaiting();
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (!serverPaths.test(url.pathname)) event.respondWith(respondWithPage(event));
  } else if (isPrecached(url)) {
    event.respondWith(respondWithFile(request));
  } else if (isCachedResponse(url)) {
    event.respondWith(respondFromServerOrCache(request));
  }
});

worker.addEventListener('push', (event) => {
  if (!event.data) return;
  // The server writes it according to this contract.
  event.waitUntil(showPushed(event.data.json() as PushMessage | PushedChat));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotified(event.notification));
});

async function activate(): Promise<void> {
  await deleteOldPrecaches();
  // With navigation preload, pages do not wait for this worker to start. Not all browsers have it.
  if ('navigationPreload' in worker.registration) {
    await worker.registration.navigationPreload.enable();
  }
  await worker.clients.claim();
}
