import { renderMessage } from './messages.ts';
import type { Locale, ResponseMessage } from './messages.ts';

interface Success {
  success: true;
  message: ResponseMessage;
}

/** A response as handlers return it. The message of a success is rendered before it is sent. */
export type Unrendered<Body> = Body extends { success: true; message: string }
  ? Omit<Body, 'message'> & Pick<Success, 'message'>
  : Body;

/** The response of a change that returns no data. */
export function success(message: ResponseMessage): Success {
  return { success: true, message };
}

/** Renders the message of a successful change. Returns other responses unchanged. */
export function renderSuccess(locale: Locale, body: unknown): unknown {
  return isSuccess(body) ? { ...body, message: renderMessage(locale, body.message) } : body;
}

function isSuccess(body: unknown): body is Success {
  return (
    typeof body === 'object' &&
    body !== null &&
    'success' in body &&
    body.success === true &&
    'message' in body
  );
}

/** A response with the route's `alternative` status and shape. */
export class AlternativeResponse<Body> {
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
  }
}

/** The return value of a handler that responds with the `alternative` of its route. */
export function alternative<Body>(body: Body): AlternativeResponse<Body> {
  return new AlternativeResponse(body);
}
