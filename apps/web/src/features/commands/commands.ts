import type { LucideIcon } from 'lucide-react';
import Bookmark from 'lucide-react/icons/bookmark';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Heart from 'lucide-react/icons/heart';
import Keyboard from 'lucide-react/icons/keyboard';
import Languages from 'lucide-react/icons/languages';
import List from 'lucide-react/icons/list';
import Link from 'lucide-react/icons/link';
import MessageCircle from 'lucide-react/icons/message-circle';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import MoonStar from 'lucide-react/icons/moon-star';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import Repeat2 from 'lucide-react/icons/repeat-2';
import Settings from 'lucide-react/icons/settings';
import Shield from 'lucide-react/icons/shield';
import SquarePen from 'lucide-react/icons/square-pen';
import Sun from 'lucide-react/icons/sun';
import User from 'lucide-react/icons/user';
import { locales } from '@skein/messages';
import type { CurrentUser } from '@skein/contracts/users';
import type { NavigateFunction } from 'react-router-dom';
import { t } from '../../i18n/index.ts';
import { userHasPermission } from '../../lib/user-role.ts';
import { adminPath } from '../../lib/admin-paths.ts';
import { chooseTheme } from '../../lib/appearance.ts';
import { changeLanguage } from '../../i18n/change-language.ts';
import { nameLanguage } from '../../lib/language.ts';
import { paths } from '../../lib/paths.ts';
import { navigationEntries } from '../../ui/layout/navigation.ts';
import { pressAction } from '../threads/card/use-card-shortcuts.ts';
import { copyLink } from '../threads/overlays/share-thread.ts';
import type { DialogActions } from '../../lib/dialogs.tsx';

export interface Command {
  id: string;
  label: string;
  icon?: LucideIcon;
  /** Shown instead of an icon. */
  user?: { name: string; picture: string | null };
  /** Smaller text after the label. */
  detail?: string;
  /** The keyboard shortcut of the same action. */
  keys?: string;
  run: (navigate: NavigateFunction) => void;
}

export interface CommandGroup {
  label: string;
  items: Command[];
}

/** A command that opens a page. */
export function openPage(
  to: string,
  label: string,
  rest: Omit<Command, 'id' | 'label' | 'run'>,
): Command {
  return { id: to, label, ...rest, run: (navigate) => void navigate(to) };
}

/** The commands that do not depend on what is typed. */
export function listCommands(
  user: CurrentUser | null,
  card: HTMLElement | null,
  dialogs: DialogActions,
): CommandGroup[] {
  return [
    ...(card ? [{ label: card.ariaLabel ?? '', items: threadCommands(card) }] : []),
    { label: t('commands.goTo'), items: pageCommands(user) },
    { label: t('commands.actions'), items: generalCommands(dialogs) },
    { label: t('commands.appearance'), items: appearanceCommands() },
  ];
}

/** The thread of the focused card, otherwise that of the thread page. */
export function findCard(focused: Element | null): HTMLElement | null {
  const [, page, threadId] = window.location.pathname.split('/');
  return (
    focused?.closest<HTMLElement>('[data-thread-id]') ??
    (page === 'thread' && threadId !== undefined
      ? document.querySelector<HTMLElement>(`[data-thread-id="${CSS.escape(threadId)}"]`)
      : null)
  );
}

const cardActions = [
  { action: 'like', icon: Heart, keys: 'l' },
  { action: 'reply', icon: MessageCircle, keys: 'r' },
  { action: 'repost', icon: Repeat2 },
  { action: 'bookmark', icon: Bookmark, keys: 'b' },
] as const;

/** What the buttons of a card do, as far as the viewer may use them. */
function threadCommands(card: HTMLElement): Command[] {
  const { threadId = '' } = card.dataset;
  const pressed = cardActions.flatMap(({ action, ...rest }) => {
    const button = card.querySelector(`[data-action="${action}"]`);
    if (!button || button.ariaDisabled === 'true') return [];
    const isUndo = action !== 'reply' && button.ariaPressed === 'true';
    const label = isUndo ? t(`commands.undo.${action}`) : t(`commands.${action}`);
    return { id: action, label, ...rest, run: () => pressAction(card, action) };
  });
  const copy = () => void copyLink({ id: threadId });
  return [...pressed, { id: 'copy', label: t('commands.copyLink'), icon: Link, run: copy }];
}

function pageCommands(user: CurrentUser | null): Command[] {
  const pages = navigationEntries.map(({ to, label, icon }) => openPage(to, t(label), { icon }));
  return [
    ...pages,
    openPage(paths.lists, t('commands.lists'), { icon: List }),
    openPage(paths.scheduled, t('commands.scheduled'), { icon: CalendarClock }),
    openPage(paths.ownProfile, t('shell.viewProfile'), { icon: User }),
    openPage(paths.settings, t('shell.settings'), { icon: Settings }),
    ...(userHasPermission(user, 'moderate')
      ? [openPage(adminPath(), t('shell.admin'), { icon: Shield })]
      : []),
  ];
}

function generalCommands({ openComposer, openShellDialog }: DialogActions): Command[] {
  return [
    {
      id: 'new-thread',
      label: t('shell.newThread'),
      icon: SquarePen,
      keys: 'n',
      run: () => openComposer({ kind: 'thread' }),
    },
    {
      id: 'drafts',
      label: t('commands.drafts'),
      icon: NotebookPen,
      run: () => openComposer({ kind: 'drafts' }),
    },
    {
      id: 'shortcuts',
      label: t('keys.title'),
      icon: Keyboard,
      keys: '?',
      run: () => openShellDialog({ kind: 'shortcuts' }),
    },
  ];
}

const themes = [
  { theme: 'system', icon: Monitor },
  { theme: 'light', icon: Sun },
  { theme: 'dark', icon: Moon },
  { theme: 'dim', icon: MoonStar },
] as const;

function appearanceCommands(): Command[] {
  const languages = [
    { choice: 'system', name: t('commands.languageOfSystem') } as const,
    ...locales.map((choice) => ({ choice, name: nameLanguage(choice) })),
  ];
  return [
    ...themes.map(({ theme, icon }) => ({
      id: theme,
      label: t(`commands.theme.${theme}`),
      icon,
      run: () => chooseTheme(theme),
    })),
    ...languages.map(({ choice, name }) => ({
      id: `language-${choice}`,
      label: t('commands.language', { name }),
      icon: Languages,
      run: () => void changeLanguage(choice),
    })),
  ];
}
