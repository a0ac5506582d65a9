import { serializeEvent } from '../../../platform/events/event-stream.ts';

/** An event in the formats of both transports, each serialized when it is first needed. */
export interface ClientMessage {
  /** A server-sent event, which does not name the subscription. */
  readonly event: Buffer;
  /** A WebSocket message. */
  readonly text: string;
}

/** Messages of one event by the name of the subscription, each serialized once for all recipients. */
export function createClientMessages(
  event: string,
  payload: string,
): (name: readonly string[]) => ClientMessage {
  const messages = new Map<string, ClientMessage>();
  let serialized: Buffer | undefined;
  return (stream) => {
    const key = stream.join(' ');
    let text: string | undefined;
    const message = messages.get(key) ?? {
      get event() {
        return (serialized ??= serializeEvent(event, payload));
      },
      get text() {
        return (text ??= JSON.stringify({ stream, event, payload }));
      },
    };
    messages.set(key, message);
    return message;
  };
}
