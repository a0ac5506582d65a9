import type { Locale } from '../../platform/messages.ts';
import { translateMessage } from '../../platform/translate-message.ts';

/** The response of a change that returns no data. */
export function success(message: string): { success: true; message: string } {
  return { success: true, message };
}

/** Translates the message of a successful change. Returns other responses unchanged. */
export function translateSuccess(locale: Locale, body: unknown): unknown {
  return isSuccess(body) ? { ...body, message: translateMessage(locale, body.message) } : body;
}

function isSuccess(body: unknown): body is ReturnType<typeof success> {
  return (
    typeof body === 'object' &&
    body !== null &&
    'success' in body &&
    'message' in body &&
    typeof body.message === 'string'
  );
}
