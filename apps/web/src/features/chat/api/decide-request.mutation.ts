import * as routes from '@skein/contracts/routes';
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
      const options = { params: { userId } };
      if (decision === 'accept') {
        await request(routes.acceptMessageRequest, options);
      } else {
        await request(routes.declineMessageRequest, options);
      }
    },
    onSuccess: async (_response, decision, _before, { client }) => {
      onDone(decision);
      await client.invalidateQueries({ queryKey: chatKeys.all });
    },
    onError: () => toast.error(t('chat.actFailed')),
  });
}
