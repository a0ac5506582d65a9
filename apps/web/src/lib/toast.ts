import { Toast } from '@base-ui/react/toast';

export type ToastType = 'success' | 'error' | 'warning' | 'info';

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

/** The connection to `ui/toasts.tsx`, which shows the toasts. */
export const toastManager = Toast.createToastManager();

/** Short messages at the top right. */
export const toast = {
  success: (title: string, message?: string, options?: ToastOptions) =>
    show('success', title, message, options),
  error: (title: string, message?: string, options?: ToastOptions) =>
    show('error', title, message, options),
  warning: (title: string, message?: string, options?: ToastOptions) =>
    show('warning', title, message, options),
  info: (title: string, message?: string, options?: ToastOptions) =>
    show('info', title, message, options),
};

function show(type: ToastType, title: string, message?: string, options: ToastOptions = {}): void {
  const { durationMs, key = `${title}${message}`, action } = options;
  const onClick = () => {
    toastManager.close(key);
    action?.onPress();
  };
  toastManager.add({
    id: key,
    type,
    title,
    description: message,
    timeout: durationMs,
    actionProps: action ? { children: action.label, onClick } : undefined,
  });
}
