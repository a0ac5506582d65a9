/**
 * Loads the library of passkeys with the first use, because its parsers of certificates take 13 MB of
 * memory and lengthen each start.
 */
export async function loadWebAuthn() {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...server, ...helpers };
}
