import type { ChatMessage, Conversation } from '@skein/contracts/chat';
import type { Notification } from '@skein/contracts/notifications';
import type { Viewer } from '../../../platform/viewer.ts';
import type { StreamedEntry } from '../../feed/index.ts';
import type { ClientMessage } from './client-messages.ts';

/** What a client has subscribed to: every event of one of the timelines, under one name. */
export interface Subscription {
  /** As the client names it, such as `hashtag` and the tag. */
  name: readonly string[];
  timelines: readonly Timeline[];
}

export type Timeline =
  'home' | 'notifications' | 'direct' | 'public' | 'media' | `hashtag:${string}` | `list:${string}`;

/** The server side of one connection of a client. */
export interface ClientChannel {
  readonly isOpen: boolean;
  /** Does nothing unless the channel is open. Disconnects a client that reads too slowly. */
  send(message: ClientMessage): void;
  /** Closes after the data that was sent. */
  end(): void;
  onceClosed(listener: () => void): void;
}

export interface ClientStream {
  readonly viewer: Viewer;
  readonly sessionId: string;
  readonly address: string | undefined;
  readonly channel: ClientChannel;
  /** By their joined names; the client may change them at any time. */
  readonly subscriptions: Map<string, Subscription>;
}

/** Serializes what a viewer sees. Null or left out if they may not see it. */
export interface StreamSerializer {
  entry(viewer: Viewer, entry: StreamedEntry): Promise<string | null>;
  notifications(viewer: Viewer, list: readonly Notification[]): Promise<string[]>;
  conversations(viewer: Viewer, list: readonly Conversation[]): Promise<string[]>;
  message(viewer: Viewer, message: ChatMessage): Promise<string | null>;
}

export interface OpenStream extends ClientStream {
  readonly serializer: StreamSerializer;
  /** Notifications up to this one were sent. */
  notifiedUpTo: string;
  /** Messages with lower ids are older than the stream. */
  readonly messagesFrom: string;
  /** The last message of each conversation that was sent. */
  readonly sentMessages: Map<string, string>;
}

export function isSubscribed(
  { subscriptions }: ClientStream,
  isListed: (timeline: Timeline) => boolean,
): boolean {
  return [...subscriptions.values()].some(({ timelines }) => timelines.some(isListed));
}

export function listSubscribed(
  streams: ReadonlySet<OpenStream>,
  isListed: (timeline: Timeline) => boolean,
): OpenStream[] {
  return [...streams].filter((stream) => isSubscribed(stream, isListed));
}

/** Sends an event once for each subscription that includes it. */
export function sendTo(
  { channel, subscriptions }: ClientStream,
  messages: (name: readonly string[]) => ClientMessage,
  isListed: (timeline: Timeline) => boolean,
): void {
  for (const { name, timelines } of subscriptions.values()) {
    if (timelines.some(isListed)) channel.send(messages(name));
  }
}
