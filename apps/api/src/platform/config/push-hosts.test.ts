import { expect, it } from 'vitest';
import { pushHostsField } from './push-hosts.ts';

it('allows the push services of the common browsers by default', () => {
  expect(pushHostsField.parse(undefined)).toContain('fcm.googleapis.com');
  expect(pushHostsField.parse(undefined)).not.toContain('*');
});

it('reads host names, hosts below a domain and all hosts', () => {
  expect(pushHostsField.parse('ntfy.sh, *.Push.Example.org')).toEqual([
    'ntfy.sh',
    '*.push.example.org',
  ]);
  expect(pushHostsField.parse('*')).toEqual(['*']);
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
  expect(() => pushHostsField.parse(text)).toThrow('must be host names');
});
