export { toRemoteMedia } from './reading/remote-files.serializer.ts';
export { isQuotable } from './remote/quote-approvals.repository.ts';
export type {
  QuotePolicy,
  RemoteAttachment,
  RemotePoll,
} from './remote/remote-threads.repository.ts';
export type { RemoteThreadInput } from './remote/remote-threads.ts';
export { deleteThreadBatch, purgeDeletedThreads } from './deletion/deletion.ts';
export { fillPage } from './reading/fill-page.ts';
export { findLink } from './link-cards/find-link.ts';
export type { Link } from './link-cards/find-link.ts';
export { selectLinkCard } from './link-cards/link-card.hydrator.ts';
export type { LinkCardRow } from './link-cards/link-card.hydrator.ts';
export { toLinkCardDto } from './link-cards/link-card.serializer.ts';
export type { LinkCards } from './link-cards/link-cards.ts';
export type { ListedThread, ThreadList } from './reading/read-threads.ts';
export { threadNotFound } from './reading/require-thread.ts';
export type { LookUpMentions } from './publishing/publish-threads.ts';
export type { RefreshPoll } from './reading/open-thread.ts';
export { createThreadsModule } from './threads.module.ts';
export type { ThreadsModule } from './threads.module.ts';
export { threadsRoutes } from './threads.routes.ts';
