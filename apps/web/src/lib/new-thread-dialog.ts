import { createStore } from './store.ts';

const store = createStore(false);

/** Whether the new-thread dialog is wanted. One dialog serves header, rail, bottom bar and feed. */
export const useNewThreadDialogOpen = store.use;

export function openNewThreadDialog(): void {
  store.set(true);
}

export function closeNewThreadDialog(): void {
  store.set(false);
}
