import { searchThreads } from '@skein/contracts/search';
import type { FoundThreadsPage } from '@skein/contracts/search';
import type { TestApi } from '../support/api.ts';
import type { User } from '../support/factories/users.ts';

export type SearchParameters = Record<string, string | number | string[]>;

export function requestSearch(api: TestApi, as: User, parameters: SearchParameters) {
  return api.request.get('/api/threads/search').query(parameters).set(as.auth);
}

export async function search(
  api: TestApi,
  as: User,
  parameters: SearchParameters,
): Promise<FoundThreadsPage> {
  const response = await requestSearch(api, as, parameters);
  if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
  return searchThreads.response.parse(response.body);
}
