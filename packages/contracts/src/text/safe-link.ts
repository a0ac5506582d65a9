/** Whether a link in Markdown may be followed: not `javascript:`, `data:` or a relative address. */
export function isSafeLink(href: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(href);
}
