import type { CurrentUser } from '@skein/contracts/users';
import { useState } from 'react';
import { savedValues } from './profile-values.ts';

/** The default values of the fields: the saved profile, frozen while the user edits. */
export function useSavedValues(user: CurrentUser, isEditing: boolean) {
  const [resets, setResets] = useState(0);
  const [saved, setSaved] = useState(() => savedValues(user));
  const newest = savedValues(user);
  const savedKey = JSON.stringify(saved);
  if (!isEditing && JSON.stringify(newest) !== savedKey) setSaved(newest);
  return {
    saved,
    resets,
    /** The React key of the fields: a change resets them to the saved values. */
    fieldsKey: `${resets} ${savedKey}`,
    reset: () => setResets((count) => count + 1),
  };
}
