import { request } from 'node:http';
import type { Agent, IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface TestRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Including `/api`. */
  path: string;
  token?: string | undefined;
  body?: object | FormData;
  headers?: Record<string, string>;
  /** By default each request uses a new connection. */
  agent?: Agent;
}

export interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** Sends one request to a server process. Rejects if the response is incomplete. */
export async function sendRequest(address: string, options: TestRequest): Promise<TestResponse> {
  const { method = options.body === undefined ? 'GET' : 'POST', token } = options;
  const { type, bytes } = await encode(options.body);
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      new URL(options.path, address),
      {
        method,
        agent: options.agent ?? false,
        headers: {
          ...(type !== null && { 'Content-Type': type, 'Content-Length': bytes.length }),
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...options.headers,
        },
      },
      (response) => {
        text(response).then((body) => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, body: parse(headers['content-type'], body) });
        }, reject);
      },
    );
    clientRequest.once('error', reject);
    clientRequest.end(bytes);
  });
}

async function encode(body: object | undefined): Promise<{ type: string | null; bytes: Buffer }> {
  if (body === undefined) return { type: null, bytes: Buffer.alloc(0) };
  if (!(body instanceof FormData)) {
    return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) };
  }
  const form = new Response(body);
  return { type: form.headers.get('Content-Type'), bytes: Buffer.from(await form.arrayBuffer()) };
}

function parse(type: string | undefined, body: string): unknown {
  return type?.startsWith('application/json') === true ? JSON.parse(body) : body;
}

/** Repeats a request with the response 503 for up to half a minute. */
export async function sendRequestUntilServed(
  address: string,
  options: TestRequest,
): Promise<TestResponse> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const result = await sendRequest(address, options);
    if (result.status !== 503 || performance.now() > deadline) return result;
    await sleep(100);
  }
}

/** A user registered at a server process. */
export interface RegisteredUser {
  id: string;
  token: string;
}

/** Registers an account. The name must be unique and consist of letters. */
export async function register(address: string, name: string): Promise<RegisteredUser> {
  const password = 'correct horse battery';
  const { status, body } = await sendRequestUntilServed(address, {
    path: '/api/auth/register',
    body: {
      firstName: name,
      lastName: 'Test',
      email: `${name}@example.org`,
      password,
      confirmPassword: password,
    },
  });
  if (status !== 201) throw new Error(`No account for ${name}: ${status} ${JSON.stringify(body)}`);
  // The response type of this route.
  const { token, user } = body as { token: string; user: { id: string } };
  return { id: user.id, token };
}
