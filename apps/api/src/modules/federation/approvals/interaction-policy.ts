import type { ReplyPermission } from '@skein/contracts/threads';
import { everyone, publicNames } from '../../../platform/activity-streams.ts';
import type { QuotePolicy } from '../../threads/index.ts';
import type { Addresses } from '../identity/addresses.ts';
import { toAddress, toList, toObject } from '../json-values.ts';
import type { Json } from '../json-values.ts';

/** The terms of FEP-044f and of GoToSocial's interaction policies in JSON-LD. */
export const quoteTerms = {
  quote: { '@id': 'https://w3id.org/fep/044f#quote', '@type': '@id' },
  quoteAuthorization: { '@id': 'https://w3id.org/fep/044f#quoteAuthorization', '@type': '@id' },
  quoteUri: 'http://fedibird.com/ns#quoteUri',
  quoteUrl: 'as:quoteUrl',
  _misskey_quote: 'https://misskey-hub.net/ns#_misskey_quote',
  gts: 'https://gotosocial.org/ns#',
  interactionPolicy: { '@id': 'gts:interactionPolicy', '@type': '@id' },
  canReply: { '@id': 'gts:canReply', '@type': '@id' },
  canQuote: { '@id': 'gts:canQuote', '@type': '@id' },
  approvedBy: { '@id': 'gts:approvedBy', '@type': '@id' },
  replyAuthorization: { '@id': 'gts:replyAuthorization', '@type': '@id' },
  automaticApproval: { '@id': 'gts:automaticApproval', '@type': '@id' },
  manualApproval: { '@id': 'gts:manualApproval', '@type': '@id' },
};

/** More approvers than a policy needs are ignored. */
const approversMax = 100;

/** A thread and its permission. */
export interface PermissionRow {
  permission: ReplyPermission;
  authorId: string;
  /** The mentioned users that other servers know. */
  mentions: { userId: string; uri: string | null }[];
}

/**
 * Who may reply to and quote a thread.
 * @param reply The thread whose permission applies to replies: the root of the conversation
 * @param quote Null if only the author may quote it
 */
export function toInteractionPolicy(
  {
    reply,
    quote,
    authorId,
  }: Record<'reply' | 'quote', PermissionRow | null> & {
    authorId: string;
  },
  addresses: Addresses,
): object {
  const author = [addresses.actor(authorId)];
  const allow = (permission: PermissionRow | null, otherwise: string[]) => ({
    automaticApproval: permission === null ? otherwise : toApprovers(permission, addresses),
    manualApproval: [],
  });
  return { canReply: allow(reply, [everyone]), canQuote: allow(quote, author) };
}

/** Mastodon reads the address of the author alone as "nobody". */
function toApprovers(
  { permission, authorId, mentions }: PermissionRow,
  addresses: Addresses,
): string[] {
  const author = addresses.actor(authorId);
  switch (permission) {
    case 'ANYONE':
      return [everyone];
    case 'FOLLOWERS':
      return [addresses.collection(authorId, 'followers'), author];
    case 'FOLLOWING':
      return [addresses.collection(authorId, 'following'), author];
    case 'MENTIONED_ONLY':
      return [author, ...mentions.map(({ userId, uri }) => uri ?? addresses.actor(userId))];
  }
}

/** Who may reply to or quote a thread: names of everyone, and addresses of accounts and collections. */
export interface PublishedPolicy {
  automatic: string[];
  manual: string[];
}

/** Null if the other server knows no such policy. GoToSocial has used other names before version 0.20. */
export function parsePolicy(json: Json, name: 'canReply' | 'canQuote'): PublishedPolicy | null {
  const policy = toObject(json['interactionPolicy'])[name];
  if (typeof policy !== 'object' || policy === null) return null;
  const { automaticApproval, manualApproval, always, approvalRequired } = toObject(policy);
  const automatic = automaticApproval ?? always;
  const manual = manualApproval ?? approvalRequired;
  if (automatic === undefined && manual === undefined) return null;
  return { automatic: readApprovers(automatic), manual: readApprovers(manual) };
}

/** How the author of a thread is asked to approve a reply; null if everyone may reply. */
export function parseReplyApproval(json: Json): 'request' | 'create' | null {
  const policy = parsePolicy(json, 'canReply');
  if (policy === null || policy.automatic.includes('public')) return null;
  const names = toObject(toObject(json['interactionPolicy'])['canReply']);
  // GoToSocial has known requests since it has used these names.
  return 'automaticApproval' in names || 'manualApproval' in names ? 'request' : 'create';
}

function readApprovers(value: unknown): string[] {
  return toList(value).flatMap((each) => {
    if (typeof each === 'string' && publicNames.has(each)) return ['public'];
    return toAddress(each) ?? [];
  });
}

interface PolicyOwner {
  authorUri: string;
  /** The collection of the author's followers, as its account says. */
  followersUri: string | null;
  /** The mentioned accounts: another server lists those that may quote. */
  mentionUris: readonly string[];
}

/** The policy of another server, in the form in which it is stored. Unknown collections may contain anyone. */
export function toQuotePolicy(
  { automatic, manual }: PublishedPolicy,
  { authorUri, followersUri, mentionUris }: PolicyOwner,
  { parseActor }: Pick<Addresses, 'parseActor'>,
): QuotePolicy {
  const kinds = new Map([
    ['public', 'public'],
    [`${authorUri}/followers`, 'followers'],
    [followersUri ?? '', 'followers'],
    [`${authorUri}/following`, 'following'],
  ]);
  const ignored = new Set([authorUri, ...mentionUris]);
  const toKinds = (approvers: readonly string[]) => [
    ...new Set(
      approvers.slice(0, approversMax).flatMap((approver) => {
        const kind = kinds.get(approver) ?? parseActor(approver);
        if (kind !== null) return [kind];
        return ignored.has(approver) ? [] : ['unsupported_policy'];
      }),
    ),
  ];
  return { automatic: toKinds(automatic), manual: toKinds(manual) };
}

/**
 * The permission of a thread of another server, which decides about each reply itself. A policy that has no
 * counterpart here is open.
 */
export function toReplyPermission(
  { automatic, manual }: PublishedPolicy,
  owner: PolicyOwner,
  addresses: Pick<Addresses, 'parseActor'>,
): ReplyPermission {
  const approvers = [...automatic, ...manual].filter((each) => !owner.mentionUris.includes(each));
  const { automatic: kinds } = toQuotePolicy(
    { automatic: approvers, manual: [] },
    owner,
    addresses,
  );
  if (kinds.length === 0) return 'MENTIONED_ONLY';
  // GoToSocial allows the mentioned accounts to reply in any case.
  const isMentioned = owner.mentionUris.some((each) => addresses.parseActor(each) !== null);
  if (isMentioned || kinds.length > 1) return 'ANYONE';
  if (kinds[0] === 'followers') return 'FOLLOWERS';
  return kinds[0] === 'following' ? 'FOLLOWING' : 'ANYONE';
}
