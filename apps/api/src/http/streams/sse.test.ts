import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEventChannels, toWire } from './sse.ts';
import type { EventChannel } from './sse.ts';

const { open } = createEventChannels();

/** Both ends of a stream whose reader has asked for it, but not yet read. */
async function startStream() {
  let channel: EventChannel | undefined;
  const app = express().get('/', (_request, response) => {
    channel = open(response);
    channel.start();
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is never the path of a socket.
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  reader.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  onTestFinished(() => {
    reader.destroy();
    server.closeAllConnections();
    server.close();
  });
  await vi.waitFor(() => expect(channel?.isOpen).toBe(true));
  if (channel === undefined) throw new Error('It never opened.');
  return { channel, reader };
}

afterEach(() => vi.useRealTimers());

describe('an event on the wire', () => {
  it('is one event, whatever its text holds', () => {
    const text = 'a\n\nevent: other\r\ndata: b\rc';
    expect(String(toWire('message', text, '7'))).toBe(
      'event: message\nid: 7\ndata: a\ndata: \ndata: event: other\ndata: data: b\ndata: c\n\n',
    );
    expect(String(toWire('feed', '{}'))).toBe('event: feed\ndata: {}\n\n');
  });
});

describe('a channel', () => {
  it('cuts off who does not read, long before much waits for them', async () => {
    const { channel } = await startStream();
    const onClosed = vi.fn<() => void>();
    channel.onceClosed(onClosed);
    const event = toWire('message', 'x'.repeat(16 * 1024));
    let sent = 0;
    while (channel.isOpen && sent < 4000) {
      channel.send(event);
      sent += 1;
      await new Promise(setImmediate);
    }
    // What the system itself holds comes first: some megabytes.
    expect(sent).toBeLessThan(4000);
    await vi.waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
    channel.send(event);
  });

  it('sends all to who reads', async () => {
    const { channel, reader } = await startStream();
    let received = 0;
    reader.on('data', (chunk) => (received += chunk.length)).resume();
    const event = toWire('message', 'x'.repeat(16 * 1024));
    for (let index = 0; index < 500; index += 1) {
      channel.send(event);
      await new Promise(setImmediate);
    }
    await vi.waitFor(() => expect(received).toBeGreaterThan(500 * event.length));
    expect(channel.isOpen).toBe(true);
  });

  it('that ends does not wait for who does not read', async () => {
    const { channel } = await startStream();
    const onClosed = vi.fn<() => void>();
    channel.onceClosed(onClosed);
    const event = toWire('message', 'x'.repeat(16 * 1024));
    while (!channel.needsDrain) {
      channel.send(event);
      await new Promise(setImmediate);
    }
    channel.end();
    expect(channel.isOpen).toBe(false);
    await vi.waitFor(() => expect(onClosed).toHaveBeenCalledOnce(), { timeout: 5000 });
  });

  it('says now and then that it lives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { channel, reader } = await startStream();
    let text = '';
    reader.on('data', (chunk) => (text += String(chunk))).resume();
    vi.advanceTimersByTime(50_000);
    const beat = /\r\n:\n\nevent: heartbeat\ndata: \{\}\n\n/g;
    await vi.waitFor(() => expect(text.match(beat)).toHaveLength(2));
    expect(text).toContain('retry: 5000\n\n');
    channel.end();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
  });
});
