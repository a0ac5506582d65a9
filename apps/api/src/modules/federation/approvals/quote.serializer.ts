import { profiledMediaType } from '../../../platform/activity-streams.ts';
import { escapeHtml } from '../../../platform/html.ts';
import type { Addresses } from '../identity/addresses.ts';
import { misskeyQuote } from './parse-quote.ts';

/** The thread that a local user quotes. */
export interface QuoteRow {
  id: string;
  /** The id and page of a thread of another server; null for a local one. */
  uri: string | null;
  url: string | null;
  isOwn: boolean;
  isApproved: boolean;
  /** The address of the approval on the server of the quoted thread. */
  authorizationUri: string | null;
}

const toUri = ({ uri, id }: QuoteRow, addresses: Addresses) => uri ?? addresses.object(id);

/** A quote as FEP-044f, Misskey, Pleroma and Fedibird write it. */
export function toQuote(quoteId: string, quote: QuoteRow | null, addresses: Addresses): object {
  if (quote === null) return {};
  const { uri, isOwn, isApproved } = quote;
  const quoted = toUri(quote, addresses);
  // The author needs no approval to quote an own thread.
  const ownApproval = uri === null && !isOwn ? addresses.authorization('quote', quoteId) : null;
  const authorization = quote.authorizationUri ?? ownApproval;
  return {
    quote: quoted,
    quoteUrl: quoted,
    quoteUri: quoted,
    _misskey_quote: quoted,
    ...(isApproved && authorization !== null && { quoteAuthorization: authorization }),
  };
}

/** A link of FEP-e232. */
export function toQuoteLinks(quote: QuoteRow | null, addresses: Addresses): object[] {
  if (quote === null) return [];
  const href = toUri(quote, addresses);
  return [
    { type: 'Link', mediaType: profiledMediaType, href, rel: misskeyQuote, name: `RE: ${href}` },
  ];
}

/** Returns a link for software without quotes. Other software leaves out an element of this class. */
export function toQuoteLine(quote: QuoteRow | null, addresses: Addresses): string {
  if (quote === null) return '';
  const { uri, url, id } = quote;
  const page = escapeHtml(url ?? uri ?? `${addresses.origin}/thread/${id}`);
  return `<p class="quote-inline">RE: <a href="${page}">${page}</a></p>`;
}
