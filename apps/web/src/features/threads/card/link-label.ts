const labelMaxLength = 40;

/**
 * What a link shows: the host as the browser understands it, so that no user name or look-alike
 * letter can pass for another site, and the beginning of the rest.
 */
export function linkLabel(href: string): string {
  const { host, pathname, search, hash } = new URL(href);
  const rest = `${pathname}${search}${hash}`;
  const label = `${host.replace(/^www\./, '')}${rest === '/' ? '' : rest}`;
  return label.length > labelMaxLength ? `${label.slice(0, labelMaxLength - 1)}…` : label;
}
