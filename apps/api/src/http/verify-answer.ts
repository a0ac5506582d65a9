import { isDeepStrictEqual } from 'node:util';
import type { EndpointDefinition, RouteDefinition } from '@skein/contracts/http';
import { AppError } from '../platform/errors.ts';
import { listErrorCodes } from './route-errors.ts';

/** What is sent when a route's work is done. */
export interface Answer {
  status: number;
  body: unknown;
}

/** The same outcome, unless it is one that the contract knows nothing of. */
export async function verified(route: RouteDefinition, work: Promise<Answer>): Promise<Answer> {
  const answer = await verifiedRefusals(route, work);
  verifyAnswer(route, answer);
  return answer;
}

/** The same for work whose outcome is no answer yet. */
export async function verifiedRefusals<Outcome>(
  route: EndpointDefinition,
  work: Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && !listErrorCodes(route).has(error.code)) {
      throw new Error(`${route.id} refuses against its contract: ${error.code}`, { cause: error });
    }
    throw error;
  }
}

/** An answer that its contract does not describe to the last key is a mistake of ours. */
function verifyAnswer(route: RouteDefinition, { status, body }: Answer): void {
  const { alternative } = route;
  const schema = status === alternative?.status ? alternative.response : route.response;
  const result = schema.safeParse(body);
  if (!result.success) {
    throw new Error(`${route.id} answers against its contract`, { cause: result.error });
  }
  if (!isDeepStrictEqual(result.data, body)) {
    throw new Error(`${route.id} answers with keys that its contract does not have`);
  }
}
