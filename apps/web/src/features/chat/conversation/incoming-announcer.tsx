import { useState } from 'react';
import type { ChatMessage } from '@skein/contracts/chat';
import type { User } from '@skein/contracts/users';
import { messagePreview } from '../message/message-preview.ts';

interface IncomingAnnouncerProps {
  messages: readonly ChatMessage[];
  partner: User;
}

/** Announces incoming messages to screen readers. */
export function IncomingAnnouncer({ messages, partner }: IncomingAnnouncerProps) {
  const last = messages.findLast(({ senderId }) => senderId === partner.id);
  const [firstId] = useState(last?.id);
  const isNew = last !== undefined && (firstId === undefined || last.id > firstId);
  return (
    <p role="status" className="sr-only">
      {isNew && `${partner.name}: ${messagePreview(last)}`}
    </p>
  );
}
