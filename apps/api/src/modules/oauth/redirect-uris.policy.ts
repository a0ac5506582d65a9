/** The redirect URI of apps that cannot receive a redirect: the user copies the code from a page. */
export const outOfBandUri = 'urn:ietf:wg:oauth:2.0:oob';

/** Schemes that a browser runs, or that name something other than an app. */
const forbiddenSchemes = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'javascript:',
  'mailto:',
  'sms:',
  'tel:',
  'urn:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether an app may register the redirect URI: `https`, `http` on the user's own device, the scheme
 * of an app, or out-of-band.
 */
export function isAllowedRedirectUri(uri: string): boolean {
  if (uri === outOfBandUri) return true;
  // Browsers would parse other characters differently than the library does.
  if (!/^[a-z][a-z\d+.-]+:[!-~]+$/i.test(uri) || uri.includes('\\')) return false;
  const url = URL.parse(uri);
  if (url?.hash !== '' || uri.endsWith('#')) return false;
  if (url.username !== '' || url.password !== '') return false;
  if (forbiddenSchemes.has(url.protocol)) return false;
  return url.protocol !== 'http:' || loopbackHosts.has(url.hostname);
}

/** The host or app that a redirect leads to, for the user; null for out-of-band. */
export function describeRedirectTarget(uri: string): string | null {
  if (uri === outOfBandUri) return null;
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1);
}
