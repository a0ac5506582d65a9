import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';

let api: TestApi;
let ada: User;
let hidden: User;

beforeAll(async () => {
  api = await startTestApi({
    settings: {
      publicUrl: new URL('https://skein.example'),
      fixedSettings: { description: 'An instance for tests' },
    },
  });
  [ada, hidden] = [await createUser(api), await createUser(api)];
  await publish(api, ada, { fields: { content: 'A public thread' } });
  await publish(api, hidden, { fields: { content: 'A private thread' } });
  await api.request.put('/api/users/me').set(hidden.auth).field('isPrivate', 'true').expect(200);
});

afterAll(() => api.close());

const finger = (resource: string) => api.request.get('/.well-known/webfinger').query({ resource });

describe('WebFinger', () => {
  it('finds a public account by its handle and the address of its profile', async () => {
    const profile = `https://skein.example/profile/${ada.username}`;
    for (const resource of [`acct:${ada.username}@skein.example`, profile]) {
      const response = await finger(resource).expect(200);
      expect(response.headers['content-type']).toBe('application/jrd+json; charset=utf-8');
      expect(response.headers['access-control-allow-origin']).toBe('*');
      expect(JSON.parse(response.text)).toEqual({
        subject: `acct:${ada.username}@skein.example`,
        aliases: [profile],
        links: [{ rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: profile }],
      });
    }
  });

  it('gives the same response for private and unknown accounts and other hosts', async () => {
    const unknown = await finger('acct:nobody@skein.example').expect(404);
    const others = [
      `acct:${hidden.username}@skein.example`,
      `acct:${ada.username}@elsewhere.example`,
      `https://elsewhere.example/profile/${ada.username}`,
      'nonsense',
    ];
    for (const resource of others) {
      expect((await finger(resource).expect(404)).text).toBe(unknown.text);
    }
    await api.request.get('/.well-known/webfinger').expect(400);
  });

  it('is announced by host-meta as XML and JSON', async () => {
    const template = 'https://skein.example/.well-known/webfinger?resource={uri}';
    const xml = await fetch(`http://127.0.0.1:${api.port}/.well-known/host-meta`);
    expect(xml.headers.get('content-type')).toContain('application/xrd+xml');
    expect(await xml.text()).toContain(`template="${template}"`);
    const json = await api.request.get('/.well-known/host-meta.json').expect(200);
    expect(json.body).toMatchObject({ links: [{ rel: 'lrdd', template }] });
  });
});

describe('NodeInfo', () => {
  it.each(['2.0', '2.1'])('%s counts public accounts and their threads', async (version) => {
    const index = await api.request.get('/.well-known/nodeinfo').expect(200);
    expect(index.text).toContain(`https://skein.example/nodeinfo/${version}`);
    const response = await api.request.get(`/nodeinfo/${version}`).expect(200);
    expect(response.body).toEqual({
      version,
      software: { name: 'skein', version: '0.0.0-test' },
      protocols: [],
      services: { inbound: [], outbound: [] },
      openRegistrations: true,
      usage: { users: { total: 1, activeMonth: 1 }, localPosts: 1 },
      metadata: {
        nodeName: 'Skein',
        nodeDescription: 'An instance for tests',
        upstream: { name: 'mastodon', version: '4.5.0' },
      },
    });
  });
});
