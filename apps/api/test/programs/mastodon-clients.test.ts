import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleImage } from '../media/sample-images.ts';
import { decide } from '../oauth/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { isInstalled, runProgram } from './run-program.ts';

const python = '/usr/bin/python3';
const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';
const journey = fileURLToPath(new URL('mastodon-py-journey.py', import.meta.url));

let api: TestApi;
let url: string;
let directory: string;
let image: string;
let ada: User;
let ben: User;

beforeAll(async () => {
  api = await startTestApi();
  url = `http://127.0.0.1:${api.port}`;
  directory = await mkdtemp(path.join(tmpdir(), 'skein-programs-'));
  image = path.join(directory, 'image.png');
  await writeFile(image, await sampleImage().png().toBuffer());
  [ada, ben] = [await createUser(api), await createUser(api)];
});

afterAll(async () => {
  await api.close();
  await rm(directory, { recursive: true });
});

/** The code that a user copies from the browser to the program. */
async function authorize(as: User, clientId: string, scope: string): Promise<string> {
  const app = { client_id: clientId, client_secret: '' };
  const redirect = await decide(api, as, app, { scope, redirect_uri: outOfBand });
  return redirect.searchParams.get('code') ?? '';
}

const resultSchema = z.object({
  status: z.string(),
  title: z.string(),
  account: z.string(),
  media: z.array(z.string()),
  replies: z.array(z.boolean()),
  home: z.array(z.string()),
  local: z.array(z.string()),
  tag: z.array(z.string()),
  search: z.array(z.string()),
  following: z.boolean(),
  note: z.string(),
  notifications: z.array(z.string()),
  conversations: z.array(z.boolean()),
  streamed: z.boolean(),
  remaining: z.array(z.string()),
});

describe.skipIf(!isInstalled(python, ['-c', 'import mastodon']))('Mastodon.py', () => {
  it('signs in, posts with an image, replies, reads, follows, messages, streams and deletes', async () => {
    const other = await publish(api, ben, { fields: { content: `Good morning @${ada.username}` } });
    const app = z
      .object({ client_id: z.string(), client_secret: z.string() })
      .parse(JSON.parse(await runProgram(python, [journey, 'register', url])));
    const code = await authorize(ada, app.client_id, 'read write follow push');
    const args = [url, app.client_id, app.client_secret, code, image, ben.username];
    const output = await runProgram(python, [journey, 'journey', ...args]);
    const { status, ...result } = resultSchema.parse(JSON.parse(output));
    expect(result).toEqual({
      title: 'Skein',
      account: ada.username,
      media: ['A square'],
      replies: [true],
      home: [status, other.id],
      local: [status, other.id],
      tag: [status],
      search: [status],
      following: true,
      note: 'A friend',
      notifications: ['mention'],
      conversations: [true],
      streamed: true,
      remaining: [],
    });
  });
});

describe.skipIf(!isInstalled('toot', ['--version']))('toot', () => {
  it('signs in, posts with an image, reads timelines and notifications, follows and deletes', async () => {
    const carl = await createUser(api);
    const config = path.join(directory, 'toot-config');
    const toot = (...args: string[]) =>
      runProgram('toot', [...args, '--no-color'], { XDG_CONFIG_HOME: config });
    await signInToToot(carl, config);
    expect(await toot('whoami')).toContain(carl.username);
    expect(await toot('post', 'Hello from #toot', '--media', image)).toContain('/thread/');
    const { id } = await api.database.thread.findFirstOrThrow({ where: { authorId: carl.id } });
    await toot('post', 'A reply', '--reply-to', id);
    expect(await toot('thread', id)).toContain('A reply');
    expect(await toot('timeline', '--once')).toContain('Hello from #toot');
    expect(await toot('timeline', '--once', '--public', '--local')).toContain('Hello from #toot');
    await toot('favourite', id);
    await toot('reblog', id);
    await toot('bookmark', id);
    expect(await toot('bookmarks', '--once')).toContain('Hello from #toot');
    await toot('follow', ben.username);
    expect(await toot('following', carl.username)).toContain(ben.username);
    expect(await toot('whois', ben.username)).toContain(ben.name);
    expect(await toot('search', 'toot')).toContain('#toot');
    await createUserActions(api).follow(ben, carl.id).expect(200);
    expect(await toot('notifications')).toContain(ben.username);
    await toot('delete', id);
    expect(await toot('timeline', '--once')).not.toContain('Hello from #toot');
  });
});

/** Answers the questions of `toot login` as a user with a browser does. */
async function signInToToot(as: User, config: string): Promise<void> {
  const instance = `127.0.0.1:${api.port}`;
  const program = spawn('toot', ['login', '--disable-https', '--instance', instance], {
    env: { ...process.env, XDG_CONFIG_HOME: config, PYTHONUNBUFFERED: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(program, 'exit');
  let output = '';
  const address = new Promise<URL>((resolve, reject) => {
    program.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const found = /http:\S+\/oauth\/authorize\S+(?=\s)/.exec(output)?.[0];
      if (found !== undefined) resolve(new URL(found));
    });
    program.once('exit', () => reject(new Error(`toot has ended: ${output}`)));
  });
  const { searchParams, pathname } = await address;
  expect(pathname).toMatch(/^\/oauth\/authorize\/?$/);
  const clientId = searchParams.get('client_id') ?? '';
  const code = await authorize(as, clientId, searchParams.get('scope') ?? '');
  program.stdin.end(`n\n${code}\n`);
  expect(await ended).toEqual([0, null]);
}

describe.skipIf(!isInstalled('newsboat', ['--version']))('newsboat', () => {
  it('reads the web feeds of a profile, a hashtag and a thread', async () => {
    const content = 'A thread for readers of #feeds';
    const { id } = await publish(api, ben, { fields: { content } });
    await publish(api, ada, { fields: { content: 'A reply in a feed', parentThreadId: id } });
    const paths = [`/profile/${ben.username}`, '/hashtag/feeds', `/thread/${id}`];
    const urls = path.join(directory, 'urls');
    await writeFile(urls, paths.map((page) => `${url}${page}/feed.atom\n`).join(''));
    const files = ['-u', urls, '-c', path.join(directory, 'cache.db')];
    const env = { HOME: directory, LANG: 'C.UTF-8' };
    await runProgram('newsboat', [...files, '-x', 'reload'], env);
    const unread = await runProgram('newsboat', [...files, '-x', 'print-unread'], env);
    // The mention of the first journey, if that has run, is in the profile's feed, too.
    expect(Number(/^\d+/.exec(unread)?.[0])).toBeGreaterThanOrEqual(3);
  });
});
