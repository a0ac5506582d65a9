import { useState } from 'react';
import type { ChatMessage } from '@skein/contracts/chat';
import type { User } from '@skein/contracts/users';
import { messagePreview } from '../message/message-preview.ts';

interface IncomingAnnouncerProps {
  messages: readonly ChatMessage[];
  partner: User;
}

/** Tells screen readers what comes in while one is here. */
export function IncomingAnnouncer({ messages, partner }: IncomingAnnouncerProps) {
  const last = messages.findLast(({ senderId }) => senderId === partner.id);
  const [firstId] = useState(last?.id);
  const isNews = last !== undefined && (firstId === undefined || last.id > firstId);
  return (
    <p role="status" className="sr-only">
      {isNews && `${partner.name}: ${messagePreview(last)}`}
    </p>
  );
}
