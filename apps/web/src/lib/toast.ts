import { toastDurationMs } from '@skein/contracts/limits';
import { createStore } from './store.ts';

export type ToastType = 'success' | 'error' | 'warning' | 'info';

export interface Toast {
  id: number;
  /** A toast replaces an earlier one with the same key. Title and message by default. */
  key: string;
  type: ToastType;
  title: string;
  message: string | null;
  durationMs: number;
  action?: ToastAction | undefined;
}

/** A button that closes the toast. */
interface ToastAction {
  label: string;
  onPress: () => void;
}

interface ToastOptions {
  durationMs?: number;
  /** Replaces the toast with the same key, such as an earlier one of the same form. */
  key?: string;
  action?: ToastAction;
}

const store = createStore<readonly Toast[]>([]);
let lastId = 0;

export const useToasts = store.useValue;

/** Short messages at the top right. Each call returns the id of the toast. */
export const toast = {
  success: (title: string, message?: string, options?: ToastOptions) =>
    show('success', title, message, options),
  error: (title: string, message?: string, options?: ToastOptions) =>
    show('error', title, message, options),
  warning: (title: string, message?: string, options?: ToastOptions) =>
    show('warning', title, message, options),
  info: (title: string, message?: string, options?: ToastOptions) =>
    show('info', title, message, options),
  dismiss: (id: number) => store.set(store.get().filter((shown) => shown.id !== id)),
  dismissAll: () => store.set([]),
};

function show(type: ToastType, title: string, message?: string, options: ToastOptions = {}) {
  lastId += 1;
  const { durationMs = toastDurationMs, key = title + message, action } = options;
  const others = store.get().filter((shown) => shown.key !== key);
  const shown = { id: lastId, key, type, title, message: message ?? null, durationMs, action };
  store.set([...others, shown]);
  return lastId;
}
