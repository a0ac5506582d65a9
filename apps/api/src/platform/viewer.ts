/** The signed-in user who makes the request. */
export interface Viewer {
  userId: string;
  sessionId: string;
}
