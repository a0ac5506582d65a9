import { createStore } from './store.ts';
import { firstStepsKey, readItem, writeItem } from './storage.ts';

export const firstSteps = ['profile', 'people', 'import', 'device'] as const;
export type FirstStep = (typeof firstSteps)[number];

interface Position {
  step: FirstStep;
  /** False after the user has closed them. */
  isOpen: boolean;
}

const start: Position = { step: 'profile', isOpen: false };
const positions = createStore<Readonly<Record<string, Position>>>({});

/** Where a user is in the first steps after registration. This device remembers it. */
export function useFirstSteps(userId: string): Position {
  const changed = positions.useValue();
  return changed[userId] ?? readPosition(userId);
}

export function saveFirstSteps(userId: string, position: Position): void {
  positions.set({ ...positions.get(), [userId]: position });
  writeItem(firstStepsKey(userId), JSON.stringify(position));
}

/** Opens them where the user has left them. */
export function openFirstSteps(userId: string): void {
  const { step } = positions.get()[userId] ?? readPosition(userId);
  saveFirstSteps(userId, { step, isOpen: true });
}

function readPosition(userId: string): Position {
  try {
    const stored: unknown = JSON.parse(readItem(firstStepsKey(userId)) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('step' in stored)) return start;
    const step = firstSteps.find((each) => each === stored.step);
    return step ? { step, isOpen: 'isOpen' in stored && stored.isOpen === true } : start;
  } catch {
    return start;
  }
}
