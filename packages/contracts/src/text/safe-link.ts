/** Whether a link in Markdown may be followed: not `javascript:`, `data:` or a relative address. */
export function isSafeLink(href: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(href);
}

/** Whether a text is the address of a website: with a scheme and a domain name or IP address. */
export function isWebsite(text: string): boolean {
  if (!/^https?:\/\/[^\s<>"]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  // A single word becomes a valid address when the scheme is added to it.
  const isComplete = /[^.]\.[^.]/.test(hostname) || hostname.startsWith('[');
  // Credentials in a URL can make one site look like another.
  return isComplete && username === '' && password === '';
}
