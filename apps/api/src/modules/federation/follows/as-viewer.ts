import { anonymousViewer } from '../../../platform/viewer.ts';
import type { Viewer } from '../../../platform/viewer.ts';

/** An account of another server, which acts by its activities. */
export function asViewer(userId: string): Viewer {
  return { ...anonymousViewer, userId };
}
