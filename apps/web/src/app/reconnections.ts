import { createStore } from '../lib/store.ts';

/** How often the server came within reach since the page was opened. */
export const reconnections = createStore(0);
