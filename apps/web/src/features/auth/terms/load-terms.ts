import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';

/** The operator's terms of use, or null if the built-in ones apply. */
export async function loadTerms(signal: AbortSignal): Promise<string | null> {
  const { text } = await request(routes.getTerms, { signal });
  return text;
}
