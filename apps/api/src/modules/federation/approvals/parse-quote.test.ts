import { expect, it } from 'vitest';
import { parsePolicy } from './interaction-policy.ts';
import { parseQuote } from './parse-quote.ts';

const uri = 'https://remote.example/notes/1';
const link = { type: 'Link', mediaType: 'application/activity+json', href: uri };
const rel = 'https://misskey-hub.net/ns#_misskey_quote';

it.each([
  { _misskey_quote: uri },
  { quoteUrl: uri },
  { quoteUri: uri },
  { quoteUrl: { id: uri }, quoteUri: 5 },
  { tag: [{ ...link, rel }] },
  { tag: { ...link, rel: ['other', rel] } },
  {
    tag: [
      {
        ...link,
        mediaType: 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"',
        name: `RE: ${uri}`,
      },
    ],
  },
])('reads a quote of software without approvals: %j', (json) => {
  expect(parseQuote(json)).toEqual({ uri, authorizationUri: null, isLegacy: true });
});

it.each([
  {},
  { quote: null },
  { quote: { type: 'Tombstone' }, quoteUrl: uri },
  { quoteUrl: 'http://remote.example/notes/1' },
  { tag: [link, { ...link, mediaType: 'text/html', rel }, { ...link, rel: 'alternate' }] },
])('finds no quote in %j', (json) => {
  expect(parseQuote(json)).toBeNull();
});

it('reads the approval of a quote', () => {
  const quoteAuthorization = 'https://remote.example/stamps/1';
  expect(parseQuote({ quote: uri, quoteUrl: 'https://a.example', quoteAuthorization })).toEqual({
    uri,
    authorizationUri: quoteAuthorization,
    isLegacy: false,
  });
});

it('reads a policy for nobody, which is not the same as none', () => {
  expect(parsePolicy({}, 'canQuote')).toBeNull();
  expect(parsePolicy({ interactionPolicy: { canReply: {} } }, 'canQuote')).toBeNull();
  const canQuote = { automaticApproval: 'as:Public', manualApproval: [5, uri] };
  const policy = { automatic: ['public'], manual: [uri] };
  expect(parsePolicy({ interactionPolicy: { canQuote } }, 'canQuote')).toEqual(policy);
  const earlier = { always: 'as:Public', approvalRequired: [5, uri] };
  expect(parsePolicy({ interactionPolicy: { canQuote: earlier } }, 'canQuote')).toEqual(policy);
  const nobody = { automatic: [], manual: [] };
  const closed = { interactionPolicy: { canQuote: { automaticApproval: [] } } };
  expect(parsePolicy(closed, 'canQuote')).toEqual(nobody);
  // Nothing in it is understood.
  expect(parsePolicy({ interactionPolicy: { canQuote: {} } }, 'canQuote')).toBeNull();
});
