import { toAddress, toList, toObject, toText } from '../json-values.ts';
import type { Json } from '../json-values.ts';

/** The properties of software that knows no approval of quotes, in the order in which Mastodon reads them. */
const legacyNames = ['_misskey_quote', 'quoteUrl', 'quoteUri'];
export const misskeyQuote = 'https://misskey-hub.net/ns#_misskey_quote';
const quoteRelations = new Set([misskeyQuote, 'https://w3id.org/fep/044f#quote']);
const activityPattern =
  /^application\/(?:activity\+json|ld\+json\s*;\s*profile="https:\/\/www\.w3\.org\/ns\/activitystreams")/i;

/** The thread that another thread quotes. */
export interface QuoteLink {
  uri: string;
  /** The address of the approval by the author of the quoted thread. */
  authorizationUri: string | null;
  /** Whether the software of the quote knows no approval. */
  isLegacy: boolean;
}

/** Reads a quote in the forms of FEP-044f, Misskey, Fedibird, Pleroma and FEP-e232. */
export function parseQuote(json: Json): QuoteLink | null {
  const uri = toAddress(json['quote']);
  if (uri !== null) {
    return { uri, authorizationUri: toAddress(json['quoteAuthorization']), isLegacy: false };
  }
  // A deleted quoted thread is an object without an address.
  if (json['quote'] !== undefined && json['quote'] !== null) return null;
  const names = legacyNames.map((name) => toAddress(json[name]));
  const links = toList(json['tag']).map(toLinkedObject);
  const legacyUri = [...names, ...links].find((each) => each !== null);
  return legacyUri === undefined
    ? null
    : { uri: legacyUri, authorizationUri: null, isLegacy: true };
}

/** The object that a link of FEP-e232 quotes. */
function toLinkedObject(value: unknown): string | null {
  const tag = toObject(value);
  if (tag['type'] !== 'Link' || !activityPattern.test(toText(tag['mediaType']))) return null;
  const relations = toList(tag['rel']);
  const isQuote =
    relations.length === 0
      ? /^RE:/i.test(toText(tag['name']))
      : relations.some((each) => quoteRelations.has(toText(each)));
  return isQuote ? toAddress(tag['href']) : null;
}
