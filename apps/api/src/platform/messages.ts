export type { Locale, PlainKey, ResponseMessage } from '@skein/messages';
export { renderMessage, t } from '@skein/messages/server';
