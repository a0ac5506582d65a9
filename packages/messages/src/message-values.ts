import type { MessageValues } from '../generated/values.ts';

export type { MessageValues } from '../generated/values.ts';
export type MessageKey = keyof MessageValues;

/** The arguments of a function that takes a key and the values which its message needs. */
export type ValuesOf<Key extends MessageKey> = [MessageValues[Key]] extends [undefined]
  ? []
  : [values: Exclude<MessageValues[Key], undefined>];
