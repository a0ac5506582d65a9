import { isDeepStrictEqual } from 'node:util';
import { listErrorCodes } from '@skein/contracts/http';
import type { EndpointDefinition, RouteDefinition } from '@skein/contracts/http';
import { AppError } from '../../platform/errors.ts';

export interface RouteResponse {
  status: number;
  body: unknown;
}

/** Passes the response on. Throws when the contract does not describe the response or error. */
export async function withVerifiedResponse(
  route: RouteDefinition,
  work: Promise<RouteResponse>,
): Promise<RouteResponse> {
  const response = await withVerifiedErrors(route, work);
  verifyResponse(route, response);
  return response;
}

/** Passes the result on. Throws when the contract does not list the code of a rejection. */
export async function withVerifiedErrors<Result>(
  route: EndpointDefinition,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && !listErrorCodes(route).has(error.code)) {
      throw new Error(
        `${route.id} failed with a code that its contract does not list: ${error.code}`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
}

function verifyResponse(route: RouteDefinition, { status, body }: RouteResponse): void {
  const { alternative } = route;
  const schema = status === alternative?.status ? alternative.response : route.response;
  const result = schema.safeParse(body);
  if (!result.success) {
    throw new Error(`${route.id} sent a response that violates its contract`, {
      cause: result.error,
    });
  }
  if (!isDeepStrictEqual(result.data, body)) {
    throw new Error(`${route.id} sent keys that its contract does not have`);
  }
}
