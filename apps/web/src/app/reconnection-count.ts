import { createStore } from '../lib/store.ts';

/** How often the event stream has been opened since the page was loaded. */
export const reconnectionCount = createStore(0);
