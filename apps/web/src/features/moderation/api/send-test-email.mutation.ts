import type { sendTestEmail } from '@skein/contracts/instance';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

export function useSendTestEmail() {
  return useMutation({
    mutationFn: () => request<typeof sendTestEmail>({ method: 'POST', path: '/admin/test-email' }),
  });
}
