import { z } from 'zod';
import { fetchJson } from '../http-client/load-document.ts';
import type { FetchDependencies } from '../http-client/load-document.ts';
import type { Loaders } from '../fedify.ts';

const responseSchema = z.object({
  subject: z.string(),
  links: z.array(z.unknown()).default([]),
});

const linkSchema = z.object({ rel: z.literal('self'), type: z.string(), href: z.url() });

const handlePattern = /^(?:acct:)?@?([a-z0-9_.-]{1,100})@([a-z0-9.-]{1,253}(?::\d{1,5})?)$/i;

/** A document is not an account of the server that it comes from. */
export class InvalidActor extends Error {}

interface Handle {
  name: string;
  host: string;
}

/** Splits `@ada@example.org` or `acct:ada@example.org`; null for other texts. */
export function parseHandle(text: string): Handle | null {
  const [, name, host] = handlePattern.exec(text.trim()) ?? [];
  if (name === undefined || host === undefined) return null;
  return { name: name.toLowerCase(), host: host.toLowerCase() };
}

/**
 * The id of the actor with a handle. If its server names another handle, that must lead to the same actor.
 * @throws InvalidActor; UnusableResponse; Error
 */
export async function findActorUri(
  deps: FetchDependencies,
  handle: Handle,
  loaders: Loaders,
): Promise<string> {
  const { uri, subject } = await lookUp(deps, handle, loaders);
  if (isSame(subject, handle)) return uri;
  const canonical = await lookUp(deps, subject, loaders);
  if (canonical.uri !== uri) throw new InvalidActor('Two handles lead to different accounts.');
  return uri;
}

/**
 * The handle of an actor, such as `ada@example.org`, which both its server and that of the handle confirm.
 * @throws InvalidActor; UnusableResponse; Error
 */
export async function findHandle(
  deps: FetchDependencies,
  { uri, name, loaders }: { uri: string; name: string; loaders: Loaders },
): Promise<string> {
  const handle = parseHandle(`${name}@${new URL(uri).host}`);
  if (handle === null) throw new InvalidActor('The username is not supported.');
  const response = await lookUp(deps, handle, loaders);
  if (response.uri !== uri) throw new InvalidActor('The handle leads to another account.');
  const { subject } = response;
  if (isSame(subject, handle)) return `${handle.name}@${handle.host}`;
  const canonical = await lookUp(deps, subject, loaders);
  if (canonical.uri !== uri || !isSame(canonical.subject, subject)) {
    throw new InvalidActor('The handle leads to another account.');
  }
  return `${subject.name}@${subject.host}`;
}

const isSame = (one: Handle, other: Handle) => one.name === other.name && one.host === other.host;

async function lookUp(
  deps: FetchDependencies,
  { name, host }: Handle,
  requester: Pick<Loaders, 'cause' | 'signal'>,
): Promise<{ uri: string; subject: Handle }> {
  const resource = encodeURIComponent(`acct:${name}@${host}`);
  const address = `https://${host}/.well-known/webfinger?resource=${resource}`;
  const parsed = responseSchema.safeParse(
    await fetchJson(deps, address, 'application/jrd+json', requester),
  );
  if (!parsed.success) throw new InvalidActor('The response of WebFinger is invalid.');
  const subject = parseHandle(parsed.data.subject);
  const self = parsed.data.links
    .map((each) => linkSchema.safeParse(each).data)
    .find((each) => each !== undefined && /activity\+json|ld\+json/.test(each.type));
  if (subject === null || self === undefined) throw new InvalidActor('The account is unknown.');
  return { uri: new URL(self.href).href, subject };
}
