import { mutationOptions } from '@tanstack/react-query';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';

interface AdminMutation<Result> {
  /** The keys of the queries that the change may affect. */
  invalidates: readonly QueryKey[];
  /** Handles the response. By default, a toast shows its message. */
  onSaved?: (result: Result, client: QueryClient) => void;
  /** Set if the form shows errors. Otherwise, a toast does, and the queries are refetched. */
  showsErrors?: true;
}

/** Returns the options of a mutation of the administration. */
export function adminMutation<Variables, Result>(
  send: (variables: Variables) => Promise<Result>,
  { invalidates, onSaved = showMessage, showsErrors }: AdminMutation<Result>,
) {
  const refetch = (client: QueryClient) =>
    Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));
  return mutationOptions({
    mutationFn: send,
    onSuccess: async (result, _variables, _before, { client }) => {
      onSaved(result, client);
      await refetch(client);
    },
    onError: (error, _variables, _before, { client }) => {
      if (showsErrors) return;
      // Another administrator may have changed it.
      if (error instanceof ApiError) void refetch(client);
      // An error response contains the reason.
      toast.error(error instanceof ApiError && error.message ? error.message : t('admin.failed'));
    },
  });
}

function showMessage(result: unknown): void {
  if (typeof result !== 'object' || result === null || !('message' in result)) return;
  if (typeof result.message === 'string') toast.success(result.message);
}
