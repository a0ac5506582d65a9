import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEventChannels } from './sse.ts';
import { serializeEvent } from '../../platform/events/event-stream.ts';
import type { EventChannel } from '../../platform/events/event-stream.ts';

const { open } = createEventChannels();

/** Both ends of a stream whose client has not read anything yet. */
async function startStream() {
  let channel: EventChannel | undefined;
  const app = express().get('/', (_request, response) => {
    channel = open(response);
    channel.start();
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address is a string only for Unix domain sockets.
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

describe('a serialized event', () => {
  it('is a single event for any text', () => {
    const text = 'a\n\nevent: other\r\ndata: b\rc';
    expect(String(serializeEvent('message', text, '7'))).toBe(
      'event: message\nid: 7\ndata: a\ndata: \ndata: event: other\ndata: data: b\ndata: c\n\n',
    );
    expect(String(serializeEvent('feed', '{}'))).toBe('event: feed\ndata: {}\n\n');
  });
});

describe('an event channel', () => {
  it('disconnects a client that does not read before much data is buffered', async () => {
    const { channel } = await startStream();
    const onClosed = vi.fn<() => void>();
    channel.onceClosed(onClosed);
    const event = serializeEvent('message', 'x'.repeat(16 * 1024));
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

  it('sends everything to a client that reads', async () => {
    const { channel, reader } = await startStream();
    let received = 0;
    reader.on('data', (chunk) => (received += chunk.length)).resume();
    const event = serializeEvent('message', 'x'.repeat(16 * 1024));
    for (let index = 0; index < 500; index += 1) {
      channel.send(event);
      await new Promise(setImmediate);
    }
    await vi.waitFor(() => expect(received).toBeGreaterThan(500 * event.length));
    expect(channel.isOpen).toBe(true);
  });

  it('closes soon after its end even if the client does not read', async () => {
    const { channel } = await startStream();
    const onClosed = vi.fn<() => void>();
    channel.onceClosed(onClosed);
    const event = serializeEvent('message', 'x'.repeat(16 * 1024));
    while (!channel.needsDrain) {
      channel.send(event);
      await new Promise(setImmediate);
    }
    channel.end();
    expect(channel.isOpen).toBe(false);
    await vi.waitFor(() => expect(onClosed).toHaveBeenCalledOnce(), { timeout: 5000 });
  });

  it('sends heartbeats', async () => {
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
