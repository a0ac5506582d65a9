import { streamEventNames } from '@skein/contracts/constants';
import type { StreamEventName, StreamEvents } from '@skein/contracts/realtime';

export type LiveState = 'connecting' | 'open' | 'closed';

type Handler<Name extends StreamEventName> = (event: StreamEvents[Name]) => void;
type Handlers = { [Name in StreamEventName]: Set<Handler<Name>> };

export interface StreamEmitter {
  on: <Name extends StreamEventName>(name: Name, handler: Handler<Name>) => () => void;
  onState: (handler: (state: LiveState) => void) => () => void;
  emit: <Name extends StreamEventName>(name: Name, event: StreamEvents[Name]) => void;
  setState: (state: LiveState) => void;
}

/** Delivers the events and the state of the stream to the subscribers in this tab. */
export function createStreamEmitter(): StreamEmitter {
  // Object.fromEntries does not preserve the types of the keys and their values.
  const handlers = Object.fromEntries(
    streamEventNames.map((name) => [name, new Set()]),
  ) as unknown as Handlers;
  const stateHandlers = new Set<(state: LiveState) => void>();
  let state: LiveState = 'closed';
  return {
    on: (name, handler) => subscribe(handlers[name], handler),
    onState(handler) {
      const stop = subscribe(stateHandlers, handler);
      handler(state);
      return stop;
    },
    emit: (name, event) => callAll(handlers[name], event),
    setState(next) {
      if (next === state) return;
      state = next;
      callAll(stateHandlers, next);
    },
  };
}

function subscribe<Value>(set: Set<Value>, value: Value): () => void {
  set.add(value);
  return () => void set.delete(value);
}

/** A handler that throws does not affect the others. */
function callAll<Value>(handlers: ReadonlySet<(value: Value) => void>, value: Value): void {
  for (const handler of handlers) {
    try {
      handler(value);
    } catch (error) {
      reportError(error);
    }
  }
}
