import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../i18n/index.ts';
import { useMinuteClock } from '../../../lib/minute-clock.ts';
import { manageTabStop } from './tab-stop.ts';
import { formatDay } from './day-label.ts';
import { groupByDay, toLogEntries } from './log-entries.ts';
import { useConversation, useConversationState, useConversationStore } from './use-conversation.ts';
import { useShownMessage } from './use-shown-message.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import { useMarkRead } from './use-mark-read.ts';
import { IncomingAnnouncer } from './incoming-announcer.tsx';
import { MessageMenuHost, useMessageMenu } from '../message/message-menu-host.tsx';
import { MessageRow } from '../message/message-row.tsx';
import { ReactionBarHost, useReactionBar } from '../message/reaction-bar-host.tsx';
import { NewMessagesPill } from './new-messages-pill.tsx';
import { LogEdge } from './log-edge.tsx';
import { ConversationStart } from './conversation-start.tsx';
import { TypingIndicator } from './typing-indicator.tsx';

/** The messages of a conversation, the newest at the bottom. */
export function MessageLog() {
  const store = useConversationStore();
  const { viewerId } = store;
  const { title: name } = useConversation();
  const messages = useConversationState((state) => state.messages);
  const deletedIds = useConversationState((state) => state.deletedIds);
  const changedMessages = useConversationState((state) => state.changedMessages);
  const pendingReactions = useConversationState((state) => state.pendingReactions);
  const pendingEdits = useConversationState((state) => state.pendingEdits);
  const outgoing = useConversationState((state) => state.outgoing);
  const older = useConversationState((state) => state.older);
  const newer = useConversationState((state) => state.newer);

  const entries = toLogEntries(
    { messages, outgoing, deletedIds, changedMessages, pendingReactions, pendingEdits },
    viewerId,
  );
  const last = entries.findLast(({ message }) => message.messageType !== 'system');
  const lastId = messages.at(-1)?.id ?? null;
  const { log, isAtEnd, goToEnd } = useScrollAnchor(
    outgoing.at(-1)?.clientMessageId,
    newer === 'none',
  );
  useMarkRead(isAtEnd, lastId);
  useEffect(() => (log.current ? manageTabStop(log.current) : undefined), [log]);
  const menu = useMessageMenu();
  const bar = useReactionBar();
  const showMessage = useShownMessage(log);

  return (
    <div className="relative min-h-0 grow">
      <div
        ref={log}
        role="log"
        aria-label={t('chat.log', { name })}
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
              onLoad={() => void store.paging.loadOlder()}
              loadingText={t('chat.olderLoading')}
              errorText={t('chat.olderError')}
            />
          ) : (
            <ConversationStart isEmpty={entries.length === 0} />
          )}
          {groupByDay(entries).map((day) => (
            <Day key={day.day} day={day.day}>
              {day.entries.map((entry) => (
                <MessageRow
                  key={entry.key}
                  entry={entry}
                  isOwn={entry.message.senderId === viewerId}
                  isNewest={newer === 'none' && entry.key === last?.key}
                  onMenu={menu.open}
                  onReactionBar={bar.open}
                  onShowQuoted={showMessage}
                />
              ))}
            </Day>
          ))}
          {newer !== 'none' && (
            <LogEdge
              log={log}
              status={newer}
              position={lastId}
              onLoad={() => void store.paging.loadNewer()}
              loadingText={t('chat.newerLoading')}
              errorText={t('chat.newerError')}
            />
          )}
          {newer === 'none' && <TypingIndicator />}
        </div>
      </div>
      <NewMessagesPill
        isShown={!isAtEnd}
        onClick={() => {
          if (newer !== 'none') void store.paging.loadNewest();
          goToEnd();
        }}
      />
      <IncomingAnnouncer />
      <MessageMenuHost menu={menu} onReact={bar.open} />
      <ReactionBarHost bar={bar} />
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
