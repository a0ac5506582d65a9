import { expect, it } from 'vitest';
import { pushHosts } from './push-hosts.ts';

it('allows the push services of the common browsers by default', () => {
  expect(pushHosts.parse(undefined)).toEqual(
    expect.arrayContaining(['fcm.googleapis.com', 'app.joinmastodon.org', 'ntfy.sh']),
  );
  expect(pushHosts.parse(undefined)).not.toContain('*');
});

it('reads host names, hosts below a domain and all hosts', () => {
  expect(pushHosts.parse('ntfy.sh, *.Push.Example.org')).toEqual(['ntfy.sh', '*.push.example.org']);
  expect(pushHosts.parse('*')).toEqual(['*']);
});

it.each([
  'https://ntfy.sh',
  'ntfy.sh:8443',
  'ntfy.sh/x',
  'a,,b',
  '*.',
  '*.com.',
  'push',
  '10.0.0.1',
])('rejects %j', (text) => {
  expect(() => pushHosts.parse(text)).toThrow('must be host names');
});
