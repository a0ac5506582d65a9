import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

export function useSendTestEmail() {
  return useMutation({
    mutationFn: () => request(routes.sendTestEmail),
  });
}
