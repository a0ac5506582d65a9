import { readFileSync } from 'node:fs';

/** The modes of libpq, except `allow` and `prefer`, which do not guarantee TLS. */
const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'];

/**
 * Validates a PostgreSQL connection URL, including its TLS options.
 * @returns the URL for the `pg` client, or the mistake as the end of a sentence
 */
export function parseDatabaseAddress(text: string): URL | { mistake: string } {
  if (!/^postgres(ql)?:\/\//.test(text)) return { mistake: 'must begin with postgresql://' };
  const url = URL.parse(text);
  if (needsEncoding(text, url)) {
    return {
      mistake:
        'the user and password must be percent-encoded: write %40 for @, %2F for /, %23 for #, %3F for ?, %25 for %',
    };
  }
  if (url === null) {
    return {
      mistake: 'must be a URL, such as postgresql://user:password@host:5432/database',
    };
  }
  const mode = url.searchParams.get('sslmode');
  const authority = url.searchParams.get('sslrootcert');
  if (mode !== null && !tlsModes.includes(mode)) {
    return { mistake: `sslmode must be one of ${tlsModes.join(', ')}` };
  }
  if (authority !== null && !isReadable(authority)) {
    return { mistake: `the sslrootcert file ${authority} cannot be read` };
  }
  if (mode === 'verify-ca' && authority === null) {
    return { mistake: 'sslmode=verify-ca requires sslrootcert' };
  }
  // If this parameter is absent, `pg` treats every mode as verify-full.
  if (mode !== null) url.searchParams.set('uselibpqcompat', 'true');
  return url;
}

/** For example `user:pass#word@host`, where a URL parser takes the text after `#` as the fragment. */
function needsEncoding(text: string, url: URL | null): boolean {
  const address = url === null ? text : text.replace(/\?.*$/s, '');
  const credentials = /^\w+:\/\/(.*)@/s.exec(address)?.[1];
  if (credentials === undefined) return false;
  return /[/?#@]|%(?![\da-f]{2})/i.test(credentials) && (url === null || !isDecodable(url));
}

/** Whether the URL parser recognized the credentials and they can be decoded. */
function isDecodable({ username, password }: URL): boolean {
  if (username === '') return false;
  try {
    decodeURIComponent(`${username}${password}`);
    return true;
  } catch {
    return false;
  }
}

function isReadable(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}
