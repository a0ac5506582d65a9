import MessagesSquare from 'lucide-react/icons/messages-square';
import { useParams } from 'react-router-dom';
import { Page } from '../../ui/layout/page.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ChatsPane } from '../../features/chat/list/chats-pane.tsx';
import { WithCurrentUser } from '../../features/settings/profile/with-current-user.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { t } from '../../i18n/index.ts';
import { useHeadingFocus } from '../../lib/heading-focus.ts';
import { useSession } from '../../lib/session/index.ts';
import { NamedConversation } from './named-conversation.tsx';

/**
 * The chat page: the conversation list, and the open conversation next to it, or in
 * its place on narrow screens.
 */
export function MessagesPage() {
  const { user } = useSession();
  const { name } = useParams();
  const headingRef = useHeadingFocus();
  if (!user) {
    return (
      <Page title={t('chat.page')}>
        <WithCurrentUser renderUser={() => null} />
      </Page>
    );
  }
  const isOpen = name !== undefined;
  return (
    <main
      id="content"
      tabIndex={-1}
      className="flex min-w-0 grow border-line outline-none sm:sticky sm:top-0 sm:h-[calc(100dvh-var(--frozen-bar,0px))] sm:border-x sm:has-[[role$=dialog]]:z-40 sm:max-w-column lg:max-w-(--chat-width) xl:has-data-info-panel:-mr-(--chat-widening) xl:has-data-info-panel:max-w-[calc(var(--chat-width)+var(--chat-widening))]"
    >
      <ChatsPane viewerId={user.id} current={name} headingRef={isOpen ? null : headingRef} />
      {isOpen ? (
        <NamedConversation key={name} viewerId={user.id} name={name} />
      ) : (
        <NoConversation />
      )}
    </main>
  );
}

function NoConversation() {
  useDocumentTitle(t('chat.page'));
  return (
    <div className="flex grow max-lg:hidden">
      <Notice icon={MessagesSquare} title={t('chat.noneTitle')} text={t('chat.noneText')} />
    </div>
  );
}
