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
  /** Whether the user has moved to another account, so that this one can only read. */
  hasMoved?: boolean | undefined;
}

/**
 * A visitor who is not signed in, for use cases that also serve users. No user has this id, so every
 * relation to a user is absent, and the visibility rules know it.
 */
export const anonymousViewer: Viewer = {
  userId: '00000000-0000-0000-0000-000000000000',
  sessionId: '00000000-0000-0000-0000-000000000000',
};

/** An account that acts without a session: by an activity of another server, or in a background job. */
export function toViewer(userId: string): Viewer {
  return { ...anonymousViewer, userId };
}

export function isAnonymous({ userId }: Pick<Viewer, 'userId'>): boolean {
  return userId === anonymousViewer.userId;
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
