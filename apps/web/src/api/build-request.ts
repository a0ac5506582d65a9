import { readLocale } from '../lib/locale.ts';
import type { AnyRequest } from './route-types.ts';

const apiRoot = '/api';

/** Returns the URL of a request. Undefined query values are omitted. */
export function buildUrl(address: string, { params = {}, query = {} }: AnyRequest): string {
  const { path } = parseAddress(address);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${apiRoot}${filled}?${search}` : `${apiRoot}${filled}`;
}

/** Splits `GET /threads` into its parts. */
export function parseAddress(address: string): { method: string; path: string } {
  const [method = '', path = ''] = address.split(' ');
  return { method, path };
}

/** The headers of a request, with the access token if there is one. */
export function buildHeaders(call: AnyRequest, token: string | null): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': readLocale(),
  };
  if (token !== null) headers['Authorization'] = `Bearer ${token}`;
  if (call.idempotencyKey !== undefined) headers['Idempotency-Key'] = call.idempotencyKey;
  if (call.body && !call.files) headers['Content-Type'] = 'application/json';
  return headers;
}

/** A form if `files` is set, even if it is empty; otherwise JSON. */
export function buildBody({ body, files }: AnyRequest): FormData | string | null {
  if (!files) return body === undefined ? null : JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value === undefined) continue;
    if (typeof value === 'object') for (const item of value) form.append(name, item);
    else form.set(name, String(value));
  }
  for (const [name, list] of Object.entries(files)) {
    for (const file of list ?? []) form.append(name, file, file.name);
  }
  return form;
}
