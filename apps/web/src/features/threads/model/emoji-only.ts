const fewEmoji = /^(?:\p{RGI_Emoji}\s*){1,4}$/v;

/** Whether a text is one to four emoji and nothing else: they are drawn larger. */
export function isEmojiOnly(text: string): boolean {
  return fewEmoji.test(text);
}
