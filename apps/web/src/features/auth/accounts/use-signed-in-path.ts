import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isAddingAccount } from '../../../lib/paths.ts';
import { useReturnPath } from '../../../lib/return-path.ts';
import { isTokenValid, useSession } from '../../../lib/session/index.ts';

/**
 * The page to open for a user who is signed in; null on the page where another account signs in, until it
 * has.
 */
export function useSignedInPath(): string | null {
  const { token } = useSession();
  const [firstToken] = useState(token);
  const returnPath = useReturnPath();
  const isAdding = isAddingAccount(useLocation().search);
  if (token === null || !isTokenValid(token)) return null;
  return isAdding && token === firstToken ? null : returnPath;
}
