import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { sessionsQuery } from './sessions.queries.ts';

/** Ends another session of the viewer. */
export function useEndSession(sessionId: string) {
  return useMutation({
    mutationFn: () => request(routes.endSession, { params: { sessionId } }),
    onSuccess: (_response, _variables, _before, { client }) => {
      removeFromList(client, sessionId);
      toast.success(t('sessions.ended'));
    },
    onError: (error, _variables, _before, { client }) => {
      // The session has already ended.
      if (error instanceof ApiError && error.status === 404) removeFromList(client, sessionId);
      else toast.error(t('sessions.endFailed'));
    },
  });
}

function removeFromList(client: QueryClient, sessionId: string): void {
  client.setQueryData(sessionsQuery.queryKey, (sessions) =>
    sessions?.filter(({ id }) => id !== sessionId),
  );
}
