interface OpenStream {
  readonly address: string | undefined;
  readonly channel: { end(): void };
}

export interface AccessBlocks {
  isAccessBlocked: (address: string | undefined) => boolean;
}

/** Closes streams that were opened before their address was blocked. */
export function endBlockedStreams(blocks: AccessBlocks, streams: readonly OpenStream[]): void {
  for (const { address, channel } of streams) {
    if (blocks.isAccessBlocked(address)) channel.end();
  }
}
