export { createThreadDeletion } from './deletion.ts';
export type { ListedThread } from './read-threads.ts';
export { threadNotFound } from './require-thread.ts';
export { createThreadsModule } from './threads.module.ts';
export type { ThreadsModule } from './threads.module.ts';
export { threadsRoutes } from './threads.routes.ts';
