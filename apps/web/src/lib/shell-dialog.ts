import { createStore } from './store.ts';

/** A dialog that the shell opens on every page. */
export type ShellDialog =
  /** `focused` is the element that had the focus: commands may act on its thread. */
  | { kind: 'commands'; focused: Element | null }
  | { kind: 'shortcuts' }
  /** Signing out deletes pending posts. */
  | { kind: 'sign-out' };

const store = createStore<ShellDialog | null>(null);

/** The open dialog; null if there is none. */
export const useShellDialog = store.useValue;

export const openShellDialog = store.set;

export function closeShellDialog(): void {
  store.set(null);
}

export function openCommands(): void {
  openShellDialog({ kind: 'commands', focused: document.activeElement });
}
