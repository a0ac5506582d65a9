export { ApiError, NetworkError } from './errors.ts';
export { request } from './request.ts';
export { onUnauthorized } from './unauthorized.ts';
