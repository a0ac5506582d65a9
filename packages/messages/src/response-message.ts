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

/** The value of `{label}`: the key of a text, or the position of a field in quotes, such as `"altText.0"`. */
type Label = PlainKey | `"${string}"`;

type Value<Name, Type> = Name extends 'label'
  ? Label
  : Type extends string
    ? string | number
    : Type;

type Values<Key extends KeyWithValues> = {
  [Name in keyof MessageValues[Key]]: Value<Name, MessageValues[Key][Name]>;
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
