import type { getTerms } from '@skein/contracts/instance';
import { request } from '../../../api/index.ts';

/** The operator's terms of use, or null if the built-in ones apply. */
export async function loadTerms(signal: AbortSignal): Promise<string | null> {
  const { text } = await request<typeof getTerms>({
    method: 'GET',
    path: '/instance/terms',
    signal,
  });
  return text;
}
