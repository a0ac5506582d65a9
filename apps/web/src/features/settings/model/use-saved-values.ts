import type { CurrentUser } from '@skein/contracts/users';
import { useState } from 'react';
import { savedValues } from './profile-values.ts';

/** What fields begin with: what is saved, which while somebody edits does not change under them. */
export function useSavedValues(user: CurrentUser, isEditing: boolean) {
  const [resets, setResets] = useState(0);
  const [saved, setSaved] = useState(() => savedValues(user));
  const newest = savedValues(user);
  const savedKey = JSON.stringify(saved);
  if (!isEditing && JSON.stringify(newest) !== savedKey) setSaved(newest);
  return {
    saved,
    resets,
    /** Fields with this key get anew what is saved whenever it changes. */
    fieldsKey: `${resets} ${savedKey}`,
    reset: () => setResets((count) => count + 1),
  };
}
