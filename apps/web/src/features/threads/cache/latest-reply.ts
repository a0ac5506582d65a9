import { useState } from 'react';
import { createStore } from '../../../lib/store.ts';

const store = createStore<string | null>(null);
const useLatest = store.use;

/** Tells open conversations of a reply that somebody has just written here. */
export const tellOfReply = store.set;

/** The id of a reply written since the component was there; null until there is one. */
export function useLatestReply(): string | null {
  const latest = useLatest();
  const [earlier] = useState(latest);
  return latest === earlier ? null : latest;
}
