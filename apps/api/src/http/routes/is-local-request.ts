import type { Request } from 'express';
import { isLoopbackHost } from '../../platform/is-loopback-host.ts';

/** Headers that reverse proxies and tunnels add. */
const proxyHeaders = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|.*-connecting-ip|true-client-ip)$/;

/**
 * Whether the request comes from a program on this machine, without a proxy. The name in the request is
 * compared too: a website that lets its name point to this machine is not local.
 */
export function isLocalRequest(request: Request): boolean {
  const address = request.socket.remoteAddress?.replace(/^::ffff:/i, '') ?? '';
  return (
    request.app.get('trust proxy') === 0 &&
    isLoopbackHost(address) &&
    // Express returns undefined for an empty header.
    Boolean(request.headers.host) &&
    isLoopbackHost(request.hostname) &&
    !Object.keys(request.headers).some((name) => proxyHeaders.test(name))
  );
}
