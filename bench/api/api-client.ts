import type { LoadRequest } from './load.ts';

/** Sends requests as one signed-in user. */
export interface ApiClient {
  get(path: string): LoadRequest;
  postForm(path: string, fields: Readonly<Record<string, string>>): LoadRequest;
  postJson(path: string, body: Readonly<Record<string, unknown>>): LoadRequest;
  /**
   * Reads pages until `depth` items were passed and returns the next cursor, or null if the list ends
   * earlier.
   */
  cursorAtDepth(path: string, depth: number): Promise<string | null>;
}

/** Signs in through the public endpoint. */
export async function signIn(
  origin: string,
  credentials: { email: string; password: string },
): Promise<ApiClient> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const body: unknown = await response.json();
  if (!isObject(body) || typeof body['token'] !== 'string') {
    throw new Error(`Signing in as ${credentials.email} returned ${response.status}.`);
  }
  return createClient(origin, { authorization: `Bearer ${body['token']}` });
}

function createClient(origin: string, headers: Readonly<Record<string, string>>): ApiClient {
  return {
    get: (path) => ({ method: 'GET', path, headers }),
    postForm: (path, fields) => ({
      method: 'POST',
      path,
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: toMultipart(fields),
    }),
    postJson: (path, body) => ({
      method: 'POST',
      path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    cursorAtDepth: (path, depth) => findCursor(origin, path, headers, depth),
  };
}

const boundary = 'skein-bench-boundary';

function toMultipart(fields: Readonly<Record<string, string>>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${boundary}--\r\n`;
}

async function findCursor(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  depth: number,
): Promise<string | null> {
  let cursor: string | null = null;
  let passed = 0;
  while (passed < depth) {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await fetch(`${origin}${path}${from}`, { headers });
    const page: unknown = await response.json();
    if (!isObject(page) || !Array.isArray(page['content'])) {
      throw new Error(`${path} returned ${response.status} instead of a page.`);
    }
    const { nextCursor } = page;
    if (typeof nextCursor !== 'string') return null;
    cursor = nextCursor;
    passed += page['content'].length;
  }
  return cursor;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
