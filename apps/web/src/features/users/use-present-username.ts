import type { ProfileDetails } from '@skein/contracts/users';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { profileQuery } from './profile.queries.ts';

/** Replaces the URL of a page that was opened with a former username of the user. */
export function usePresentUsername(
  idOrUsername: string,
  profile: ProfileDetails | undefined,
  toPath: (username: string) => string,
): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const requested = idOrUsername.toLowerCase();
  const isFormer =
    profile !== undefined && requested !== profile.id && requested !== profile.username;
  useEffect(() => {
    if (!isFormer) return;
    client.setQueryData(profileQuery(profile.username).queryKey, profile);
    void navigate(`${toPath(profile.username)}${location.search}`, { replace: true });
  });
}
