const lengthMax = 24;
const emojiOnly =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200D|\uFE0F|\s)+$/u;

/** Whether a text is nothing but one or a few emoji, which stand without a bubble, larger. */
export function isEmojiOnly(text: string): boolean {
  return text.length <= lengthMax && /\S/.test(text) && emojiOnly.test(text);
}
