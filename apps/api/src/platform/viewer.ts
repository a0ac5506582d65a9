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

/** Who acts in the administration: a signed-in user, or the command line, which may do everything. */
export interface Actor {
  /** Null for the command line. */
  userId: string | null;
}

export const commandLine: Actor = { userId: null };

export interface ViewerApp {
  id: string;
  /** What the user has permitted. */
  scopes: readonly string[];
}
