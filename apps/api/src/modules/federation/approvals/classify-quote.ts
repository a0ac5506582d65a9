import { isQuotable } from '../../threads/index.ts';
import { isOwnFailure, isTemporary } from '../http-client/load-document.ts';
import type { FetchDependencies } from '../http-client/load-document.ts';
import type { Loaders, QuoteAuthorization } from '../fedify.ts';
import type { QuoteLink } from './parse-quote.ts';
import { findQuoted } from './quotes.queries.ts';
import type { QuotedThread } from './quotes.queries.ts';

type Dependencies = Pick<FetchDependencies, 'database' | 'domains'>;

/** A quote by a user of another server. */
export interface IncomingQuote {
  /** The id of the document of the quote. */
  uri: string;
  authorId: string;
  link: QuoteLink;
}

export interface ClassifiedQuote {
  state: 'approved' | 'pending' | 'forbidden';
  /** The address of the approval on the server of the quoted thread. */
  authorizationUri: string | null;
}

/**
 * Whether a known thread may be shown in a quote. Software that knows no approval of quotes may quote what everyone may
 * quote, and threads of such software. Null if the quoted thread no longer exists.
 */
export async function classifyQuote(
  deps: Dependencies,
  { uri, authorId, link }: IncomingQuote,
  { quotedId, loaders }: { quotedId: string; loaders: Loaders },
): Promise<ClassifiedQuote | null> {
  const quoted = await findQuoted(deps.database, quotedId);
  if (quoted === null) return null;
  const classified = (state: ClassifiedQuote['state']) => ({ state, authorizationUri: null });
  if (quoted.authorId === authorId) return classified('approved');
  if (quoted.uri === null) {
    if (!(await isQuotable(deps.database, quotedId, authorId))) return classified('forbidden');
    return classified(link.isLegacy ? 'approved' : 'pending');
  }
  if (link.isLegacy) {
    const isOpen = quoted.automatic === null || quoted.automatic.includes('public');
    return classified(isOpen ? 'approved' : 'pending');
  }
  const { authorizationUri } = link;
  const isApproved =
    authorizationUri !== null &&
    (await isAuthorized(deps, { uri, authorizationUri }, quoted, loaders).catch(isUnconfirmed));
  return isApproved ? { state: 'approved', authorizationUri } : classified('pending');
}

/** A quote is stored without its approval, instead of being lost while the server of the quoted thread does not respond. */
function isUnconfirmed(error: unknown): false {
  if (isTemporary(error)) return false;
  throw error;
}

/**
 * Whether the server of a quoted thread confirms that its author has approved a quote.
 * @throws RateLimitedError; UnreachableServer or UnusableResponse if the server may confirm it later
 */
export async function isAuthorized(
  deps: Pick<Dependencies, 'domains'>,
  { uri, authorizationUri }: { uri: string; authorizationUri: string },
  quoted: Pick<QuotedThread, 'uri' | 'authorUri'>,
  loaders: Loaders,
): Promise<boolean> {
  const host = URL.parse(quoted.authorUri ?? '')?.host;
  if (host === undefined || deps.domains.includes(host)) return false;
  const authorization = await loadAuthorization(authorizationUri, host, loaders);
  const addresses = [
    authorization?.attributionId,
    authorization?.interactingObjectId,
    authorization?.interactionTargetId,
  ].map((each) => each?.href);
  return [quoted.authorUri, uri, quoted.uri].every((each, index) => each === addresses[index]);
}

/** Null unless the host of the author of the quoted thread serves it. */
async function loadAuthorization(
  address: string,
  host: string,
  { documentLoader, contextLoader }: Loaders,
): Promise<QuoteAuthorization | null> {
  if (URL.parse(address)?.host !== host) return null;
  const fedify = await import('../fedify.ts');
  try {
    const { document, documentUrl } = await documentLoader(address);
    if (new URL(documentUrl).host !== host) return null;
    const object = await fedify.parseObject(document, contextLoader);
    const isAuthorization = object instanceof fedify.QuoteAuthorization;
    return isAuthorization && object.id?.href === address ? object : null;
  } catch (error) {
    if (isOwnFailure(error) || isTemporary(error)) throw error;
    return null;
  }
}
