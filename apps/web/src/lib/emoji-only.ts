// Flags, keycaps, and pictographs with their modifiers and joiners. Not `\p{RGI_Emoji}`: it needs the
// `v` flag, which is a syntax error in older browsers.
const fewEmoji =
  /^(?:(?:\p{RI}{2}|[#*\d]\uFE0F?\u20E3|(?:\p{EPres}|\p{ExtPict}(?=[\uFE0F\p{EMod}]))(?:[\uFE0F\p{EMod}\u{E0020}-\u{E007F}]|\u200D\p{ExtPict})*)\s*){1,4}$/u;

/** Whether a text consists of one to four emoji, which are shown larger. */
export function isEmojiOnly(text: string): boolean {
  return fewEmoji.test(text);
}
