import { withMessages } from '../../../i18n/load-messages.ts';

/** Loads the code that sends and shows pending posts. */
export const loadPending = () => withMessages(() => import('./pending.tsx'), 'pending', 'composer');
