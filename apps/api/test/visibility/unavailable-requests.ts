import type { Target } from './private-account.ts';
import type { Row, TestRequest } from './request-row.ts';

/** Requests for the features of Mastodon that Skein does not have. */
export function listUnavailable(
  { userId, threadId }: Pick<Target, 'userId' | 'threadId'>,
  wanted: Exclude<TestRequest['method'], 'PATCH'>,
): Record<string, Row> {
  const ofAccount = (names: string) =>
    names.split(' ').map((name) => [`/v1/accounts/{id}/${name}`, 'user', userId] as const);
  const paths = {
    GET: [
      ...ofAccount('endorsements identity_proofs collections in_collections'),
      ['/v1/timelines/link', 'hidden', ''],
      ['/v1/endorsements', 'nothing', ''],
      ['/v1/annual_reports', 'nothing', ''],
      ['/v1/annual_reports/{year}', 'nothing', '2026'],
      ['/v1/annual_reports/{year}/state', 'nothing', '2026'],
    ],
    POST: [
      ...ofAccount('endorse pin unendorse unpin'),
      ['/v1/annual_reports/{year}/read', 'nothing', '2026'],
      ['/v1/annual_reports/{year}/generate', 'nothing', '2026'],
    ],
    PUT: [
      ['/v1/statuses/{id}/interaction_policy', 'hidden', threadId],
      ['/v1/announcements/{id}/reactions/{name}', 'hidden', threadId],
    ],
    DELETE: [['/v1/announcements/{id}/reactions/{name}', 'hidden', threadId]],
  } as const;
  return Object.fromEntries(
    paths[wanted].map(([path, refersTo, value]) => {
      const request = { method: wanted, path: path.replaceAll(/\{\w+\}/g, value) };
      const requests = [wanted === 'GET' ? request : { ...request, body: {} }];
      return [`mastodon.${wanted} ${path}`, { refersTo, requests }];
    }),
  );
}
