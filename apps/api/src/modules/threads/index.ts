export { createThreadDeletion } from './deletion.ts';
export { fillPage } from './fill-page.ts';
export { findLink } from './link-cards/find-link.ts';
export type { ListedThread, ThreadList } from './read-threads.ts';
export { threadNotFound } from './require-thread.ts';
export { createThreadsModule } from './threads.module.ts';
export type { ThreadsModule } from './threads.module.ts';
export { threadsRoutes } from './threads.routes.ts';
