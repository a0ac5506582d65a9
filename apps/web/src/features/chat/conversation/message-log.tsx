import type { ChatMessage } from '@skein/contracts/chat';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { User } from '@skein/contracts/users';
import { toExcerpt } from '../model/conversation-state.ts';
import type { QuotedMessage } from '../model/conversation-state.ts';
import { t } from '../../../i18n/index.ts';
import { useMinuteClock } from '../../../lib/minute-clock.ts';
import type { Conversation } from '../model/conversation.ts';
import { manageTabStop } from './tab-stop.ts';
import { formatDay } from './day-label.ts';
import { groupByDay, toLogEntries } from './log-entries.ts';
import { useConversationState } from './use-conversation.ts';
import { useShownMessage } from './use-shown-message.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import { useMarkRead } from './use-mark-read.ts';
import { IncomingAnnouncer } from './incoming-announcer.tsx';
import type { GroupParts } from './group-parts.ts';
import { MessageMenuHost, useMessageMenu } from '../message/message-menu-host.tsx';
import { MessageRow } from '../message/message-row.tsx';
import { ReactionBarHost, useReactionBar } from '../message/reaction-bar-host.tsx';
import { NewMessagesPill } from './new-messages-pill.tsx';
import { LogEdge } from './log-edge.tsx';
import { ConversationStart } from './conversation-start.tsx';
import { TypingIndicator } from './typing-indicator.tsx';

interface MessageLogProps {
  conversation: Conversation;
  viewerId: string;
  partner: User;
  parts: GroupParts | null;
}

/** The messages of a conversation, the newest at the bottom. */
export function MessageLog({ conversation, viewerId, partner, parts }: MessageLogProps) {
  const messages = useConversationState(conversation, (state) => state.messages);
  const deletedIds = useConversationState(conversation, (state) => state.deletedIds);
  const changedMessages = useConversationState(conversation, (state) => state.changedMessages);
  const pendingReactions = useConversationState(conversation, (state) => state.pendingReactions);
  const pendingEdits = useConversationState(conversation, (state) => state.pendingEdits);
  const outgoing = useConversationState(conversation, (state) => state.outgoing);
  const seenUpTo = useConversationState(conversation, (state) => state.seenUpTo);
  const isRequest = useConversationState(conversation, (state) => state.isRequest);
  const canWrite = useConversationState(conversation, (state) => state.canWrite);
  const canReact = useConversationState(conversation, (state) => state.canReact);
  const older = useConversationState(conversation, (state) => state.older);
  const newer = useConversationState(conversation, (state) => state.newer);

  const members = { viewerId, partnerId: partner.id };
  const entries = toLogEntries(
    { messages, outgoing, deletedIds, changedMessages, pendingReactions, pendingEdits },
    members,
  );
  const last = entries.findLast(({ message }) => message.messageType !== 'system');
  const lastId = messages.at(-1)?.id ?? null;
  const { log, isAtEnd, goToEnd } = useScrollAnchor(
    outgoing.at(-1)?.clientMessageId,
    newer === 'none',
  );
  useMarkRead(conversation, isAtEnd, lastId);
  useEffect(() => (log.current ? manageTabStop(log.current) : undefined), [log]);
  const menu = useMessageMenu();
  const bar = useReactionBar();
  const reply = canWrite ? (message: ChatMessage) => conversation.replyTo(toQuoted(message)) : null;
  const showMessage = useShownMessage(conversation, log);

  return (
    <div className="relative min-h-0 grow">
      <div
        ref={log}
        role="log"
        aria-label={t('chat.log', { name: partner.name })}
        // IncomingAnnouncer announces new messages. Older messages that load later are not announced.
        aria-live="off"
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div className="flex min-h-full flex-col justify-end gap-1 px-3 pt-4 pb-2 sm:px-4">
          {older.cursor !== null ? (
            <LogEdge
              log={log}
              status={older.status}
              position={older.cursor}
              onLoad={() => void conversation.paging.loadOlder()}
              loadingText={t('chat.olderLoading')}
              errorText={t('chat.olderError')}
            />
          ) : (
            <ConversationStart partner={partner} isEmpty={entries.length === 0} />
          )}
          {groupByDay(entries).map((day) => (
            <Day key={day.day} day={day.day}>
              {day.entries.map((entry) => (
                <MessageRow
                  key={entry.key}
                  entry={entry}
                  isOwn={entry.message.senderId === viewerId}
                  partner={partner}
                  parts={parts}
                  isMediaCovered={isRequest}
                  isNewest={newer === 'none' && entry.key === last?.key}
                  seenUpTo={seenUpTo}
                  onMenu={menu.open}
                  onReact={
                    canReact ? (message, emoji) => void conversation.react(message, emoji) : null
                  }
                  onReactionBar={bar.open}
                  onReply={reply}
                  onShowQuoted={showMessage}
                  onCancel={(id) => conversation.cancelSending(id)}
                />
              ))}
            </Day>
          ))}
          {newer !== 'none' && (
            <LogEdge
              log={log}
              status={newer}
              position={lastId}
              onLoad={() => void conversation.paging.loadNewer()}
              loadingText={t('chat.newerLoading')}
              errorText={t('chat.newerError')}
            />
          )}
          {newer === 'none' && (
            <TypingIndicator conversation={conversation} partner={partner} parts={parts} />
          )}
        </div>
      </div>
      <NewMessagesPill
        conversation={conversation}
        viewerId={viewerId}
        isShown={!isAtEnd}
        onClick={() => {
          if (newer !== 'none') void conversation.paging.loadNewest();
          goToEnd();
        }}
      />
      <IncomingAnnouncer
        conversation={conversation}
        messages={messages}
        changedMessages={changedMessages}
        viewerId={viewerId}
        partner={partner}
        parts={parts}
      />
      <MessageMenuHost
        menu={menu}
        conversation={conversation}
        viewerId={viewerId}
        onReact={canReact ? bar.open : null}
        onReply={reply}
        onEdit={canWrite ? conversation.edits.start : null}
      />
      <ReactionBarHost bar={bar} conversation={conversation} viewerId={viewerId} />
    </div>
  );
}

function Day({ day, children }: { day: string; children: ReactNode }) {
  const nowMs = useMinuteClock();
  return (
    <section aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className="my-3 flex items-center gap-3 text-xs text-muted">
        <span aria-hidden className="h-px grow bg-line" />
        <time dateTime={day}>{formatDay(day, nowMs)}</time>
        <span aria-hidden className="h-px grow bg-line" />
      </h2>
      <ol className="flex flex-col">{children}</ol>
    </section>
  );
}

function toQuoted({ id, senderId, content, messageType }: ChatMessage): QuotedMessage {
  return { id, senderId, content: toExcerpt(content), messageType, isDeleted: false };
}
