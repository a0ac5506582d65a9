/** Sends and shows pending posts; see load-pending.ts. */
import { PendingPosts } from './pending-posts.tsx';
import { pendingSlot } from './pending-slot.ts';
import { pendingPosts } from './pending-store.ts';

export {
  deleteAllPosts,
  lockPost,
  storePost,
  replacePost,
  startPending,
} from './pending-service.ts';

const renderPosts = (threadId?: string) => <PendingPosts threadId={threadId} />;

pendingPosts.subscribe(() => pendingSlot.set(pendingPosts.get().length > 0 ? renderPosts : null));
