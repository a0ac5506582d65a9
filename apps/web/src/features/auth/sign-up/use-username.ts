import { usernameMinLength } from '@skein/contracts/limits';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../api/index.ts';
import { loadUsernames } from './load-usernames.ts';
import type { UsernameSuggestions } from './load-usernames.ts';

const pauseMs = 400;

interface CheckedUsername extends UsernameSuggestions {
  username: string;
  /** Why the username is invalid. */
  problem?: string | undefined;
}

/**
 * The username of a new account: suggested from the name until the user types another one, which is then
 * checked.
 * @param isRejected Whether the server has rejected the username.
 */
export function useUsername(name: string, isRejected: boolean) {
  const [username, setUsername] = useState('');
  const [isEdited, setIsEdited] = useState(false);
  const [checked, setChecked] = useState<CheckedUsername | null>(null);
  const isChecking = isEdited || isRejected;
  const typed = username.trim().toLowerCase();
  const wanted = isChecking ? typed : name;

  useEffect(() => {
    if (wanted.length < (isChecking ? usernameMinLength : 1)) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const query = isChecking ? { username: wanted, ...(name !== '' && { name }) } : { name };
      loadUsernames(query, abort.signal).then(
        (response) => {
          if (isChecking) setChecked({ username: wanted, ...response });
          else setUsername(response.suggestions[0] ?? '');
        },
        (error: unknown) => {
          // The server checks the username again when the form is sent.
          const problem = error instanceof ApiError ? error.fieldErrors[0]?.message : undefined;
          if (isChecking && !abort.signal.aborted) {
            setChecked({ username: wanted, isAvailable: null, suggestions: [], problem });
          }
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted, name, isChecking]);

  return {
    username,
    /** The result for the present username; null while it is unknown. */
    check: isChecking && checked?.username === typed ? checked : null,
    /** An empty username is suggested again. */
    edit: (value: string) => {
      setUsername(value);
      setIsEdited(value !== '');
    },
  };
}
