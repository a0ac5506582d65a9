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
