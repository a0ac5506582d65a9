import { withMessages } from '../../../i18n/load-messages.ts';
import type { describeEvent } from '../groups/describe-event.ts';

type GroupEvent = Parameters<typeof describeEvent>[0];

let describe: typeof describeEvent | null = null;

/** Loads the texts about changes of groups, which only groups need. */
export async function loadGroupTexts(): Promise<void> {
  describe ??= await withMessages(
    async () => (await import('../groups/describe-event.ts')).describeEvent,
    'groups',
  );
}

/** Describes a change of a group. Empty until the texts have been loaded. */
export const describeGroupEvent = (event: GroupEvent): string => describe?.(event) ?? '';
