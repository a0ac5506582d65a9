/** The signed-in user who makes the request. */
export interface Viewer {
  userId: string;
  sessionId: string;
  /** The app that acts for the user; undefined for the user's own session. */
  app?: ViewerApp | undefined;
  /** Set for a handover token, with which the user has not completed the sign-in. */
  isHandover?: true;
  /** Whether a moderator has stopped the user from publishing and contacting others. */
  isFrozen?: boolean | undefined;
}

export interface ViewerApp {
  id: string;
  /** What the user has permitted. */
  scopes: readonly string[];
}
