import type { ReactNode } from 'react';
import { createStore } from '../../../lib/store.ts';

/**
 * Renders the viewer's pending posts: the replies to a thread, or all of them. Null while there are
 * none, so that lists need not load the code.
 */
export const pendingSlot = createStore<((threadId?: string) => ReactNode) | null>(null);
