export { ApiError, NetworkError } from './errors.ts';
export { loadUpload, request } from './request.ts';
export { onUnauthorized } from './unauthorized.ts';
