import * as routes from '@skein/contracts/routes';
import type { createAccessToken as route } from '@skein/contracts/oauth';
import type { RouteRequest } from '@skein/contracts/http';
import { request } from '../../../api/index.ts';

/** Returns the new token, which cannot be read again. */
export async function createAccessToken(body: RouteRequest<typeof route>['body']): Promise<string> {
  const { token } = await request(routes.createAccessToken, { body });
  return token;
}
