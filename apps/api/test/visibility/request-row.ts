export interface TestRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: Record<string, unknown>;
  /** A page of the web app, not of the API. */
  isPage?: boolean;
}

export interface Row {
  /**
   * What the requests refer to. `hidden`: content that must look nonexistent to viewers who may not see
   * the owner's threads. `user`: the owner, who must look nonexistent to blocked users. `nothing`:
   * nothing of the owner.
   */
  refersTo: 'hidden' | 'user' | 'nothing';
  requests: TestRequest[];
}

export const get = (...paths: string[]): TestRequest[] =>
  paths.map((path) => ({ method: 'GET', path }));
export const pages = (...paths: string[]): TestRequest[] =>
  get(...paths).map((request) => ({ ...request, isPage: true }));
export const post = (path: string, body?: Record<string, unknown>): TestRequest[] => [
  { method: 'POST', path, ...(body && { body }) },
];
export const put = (path: string, body: Record<string, unknown>): TestRequest[] => [
  { method: 'PUT', path, body },
];
export const remove = (path: string, body?: Record<string, unknown>): TestRequest[] => [
  { method: 'DELETE', path, ...(body && { body }) },
];
export const report = (targetType: string, targetId: string): TestRequest[] =>
  post('/reports', { targetType, targetId, reason: 'spam' });
export const hidden = (requests: TestRequest[]): Row => ({ refersTo: 'hidden', requests });
export const user = (requests: TestRequest[]): Row => ({ refersTo: 'user', requests });
export const nothing = (requests: TestRequest[]): Row => ({ refersTo: 'nothing', requests });
