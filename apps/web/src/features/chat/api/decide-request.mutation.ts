import type { acceptMessageRequest, declineMessageRequest } from '@skein/contracts/chat';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { chatKeys } from './chat-keys.ts';

type Decision = 'accept' | 'decline';

/** Accepts or declines the messages of a user. Declining is not announced to them. */
export function useDecideRequest(userId: string, onDone: (decision: Decision) => void) {
  return useMutation({
    mutationFn: async (decision: Decision) => {
      const options = { method: 'POST', params: { userId } } as const;
      if (decision === 'accept') {
        const path = '/chat/requests/{userId}/accept';
        await request<typeof acceptMessageRequest>({ ...options, path });
      } else {
        const path = '/chat/requests/{userId}/decline';
        await request<typeof declineMessageRequest>({ ...options, path });
      }
    },
    onSuccess: async (_response, decision, _before, { client }) => {
      onDone(decision);
      await client.invalidateQueries({ queryKey: chatKeys.all });
    },
    onError: () => void toast.error(t('chat.actFailed')),
  });
}
