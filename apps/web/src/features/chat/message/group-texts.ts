import { createLoader } from '../../../lib/loader.ts';
import { withMessages } from '../../../i18n/load-messages.ts';

/** Describes the changes of groups. Loaded with the first group. */
export const groupTexts = createLoader(() =>
  withMessages(async () => (await import('../groups/describe-event.ts')).describeEvent, 'groups'),
);
