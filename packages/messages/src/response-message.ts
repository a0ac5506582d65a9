import type { MessageKey, MessageValues } from './message-values.ts';

/** The keys of the texts in responses. */
export type ResponseKey = Extract<MessageKey, `${'error' | 'success'}.${string}`>;

/** The keys of texts without values. */
export type PlainKey = {
  [Key in ResponseKey]: MessageValues[Key] extends undefined ? Key : never;
}[ResponseKey];

type KeyWithValues = Exclude<ResponseKey, PlainKey>;

/** The name of a field at the beginning of an error, such as "The text". */
export type LabelKey = Extract<PlainKey, `error.label.${string}`>;

/** A text can be a number or another message, such as the name of a field. */
type Value<Type> = Type extends string ? string | number | { key: PlainKey } : Type;

type Values<Key extends KeyWithValues> = {
  [Name in keyof MessageValues[Key]]: Value<MessageValues[Key][Name]>;
};

/** A text of a response, which is rendered in the language of the request. */
export type ResponseMessage =
  PlainKey | { [Key in KeyWithValues]: { key: Key; values: Values<Key> } }[KeyWithValues];

/** A message whose text contains values. */
export function withValues<const Key extends KeyWithValues>(
  key: Key,
  values: Values<Key>,
): { key: Key; values: Values<Key> } {
  return { key, values };
}

/** The arguments of a function that takes the key of a message in a response and its values. */
export type ResponseArguments<Key extends ResponseKey> = Key extends KeyWithValues
  ? [values: Values<Key>]
  : [];
