// Flags, keys, and pictures with what changes or joins them. Not `\p{RGI_Emoji}`: where browsers do
// not know the flag which that needs, they do not load the file it stands in.
const fewEmoji =
  /^(?:(?:\p{RI}{2}|[#*\d]\uFE0F?\u20E3|(?:\p{EPres}|\p{ExtPict}(?=[\uFE0F\p{EMod}]))(?:[\uFE0F\p{EMod}\u{E0020}-\u{E007F}]|\u200D\p{ExtPict})*)\s*){1,4}$/u;

/** Whether a text is one to four emoji and nothing else: they are drawn larger. */
export function isEmojiOnly(text: string): boolean {
  return fewEmoji.test(text);
}
