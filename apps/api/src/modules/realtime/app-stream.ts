import type { Notification } from '@skein/contracts/notifications';
import type { Viewer } from '../../platform/viewer.ts';
import type { StreamedEntry } from '../feed/index.ts';
import type { AppMessage } from './app-messages.ts';

/** What a client has subscribed to: every event of one of the timelines, under one name. */
export interface Subscription {
  /** As the client names it, such as `hashtag` and the tag. */
  name: readonly string[];
  timelines: readonly Timeline[];
}

export type Timeline =
  'home' | 'notifications' | 'public' | 'media' | `hashtag:${string}` | `list:${string}`;

/** The server side of one connection of an app. */
export interface AppChannel {
  readonly isOpen: boolean;
  /** Does nothing unless the channel is open. Disconnects a client that reads too slowly. */
  send(message: AppMessage): void;
  /** Closes after the data that was sent. */
  end(): void;
  onceClosed(listener: () => void): void;
}

export interface AppStream {
  readonly viewer: Viewer;
  readonly sessionId: string;
  readonly channel: AppChannel;
  /** By their joined names; the client may change them at any time. */
  readonly subscriptions: Map<string, Subscription>;
}

/** Serializes what a viewer sees. Null or left out if they may not see it. */
export interface StreamSerializer {
  entry(viewer: Viewer, entry: StreamedEntry): Promise<string | null>;
  notifications(viewer: Viewer, list: readonly Notification[]): Promise<string[]>;
}

export interface OpenStream extends AppStream {
  readonly serializer: StreamSerializer;
  /** Notifications up to this one were sent. */
  notifiedUpTo: string;
}
