export { serverCatalogs } from '../generated/server.ts';
export { renderMessage, t } from './render-message.ts';
