/** The signed-in person who asks. */
export interface Viewer {
  userId: string;
  sessionId: string;
}
