import { useState } from 'react';
import { createStore } from '../../../lib/store.ts';

const store = createStore<string | null>(null);
const useStoredReplyId = store.useValue;

/** Publishes the id of a reply that the viewer has just posted. */
export const publishLatestReply = store.set;

/** The id of the latest reply posted since the component was mounted, or null. */
export function useLatestReply(): string | null {
  const latest = useStoredReplyId();
  const [initial] = useState(latest);
  return latest === initial ? null : latest;
}
