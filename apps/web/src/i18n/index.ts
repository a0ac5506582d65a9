import { en } from './en.ts';
import type { enAdmin } from './en-admin.ts';
import type { enCards } from './en-cards.ts';
import type { enChat } from './en-chat.ts';
import type { enComposer } from './en-composer.ts';
import type { enDiscovery } from './en-discovery.ts';
import type { enFeed } from './en-feed.ts';
import type { enKeys } from './en-keys.ts';
import type { enMedia } from './en-media.ts';
import type { enModeration } from './en-moderation.ts';
import type { enNotificationSettings } from './en-notification-settings.ts';
import type { enNotifications } from './en-notifications.ts';
import type { enOffline } from './en-offline.ts';
import type { enPeople } from './en-people.ts';
import type { enRecovery } from './en-recovery.ts';
import type { enSettings } from './en-settings.ts';
import type { enSignIn } from './en-sign-in.ts';
import type { enSignUp } from './en-sign-up.ts';
import type { enThreadPages } from './en-thread-pages.ts';
import type { enThreads } from './en-threads.ts';
import type { enToken } from './en-token.ts';
import type { enViewer } from './en-viewer.ts';
import type { enWelcome } from './en-welcome.ts';

type Messages = typeof en &
  typeof enAdmin &
  typeof enCards &
  typeof enChat &
  typeof enMedia &
  typeof enModeration &
  typeof enComposer &
  typeof enDiscovery &
  typeof enFeed &
  typeof enKeys &
  typeof enNotifications &
  typeof enNotificationSettings &
  typeof enOffline &
  typeof enPeople &
  typeof enRecovery &
  typeof enSettings &
  typeof enSignIn &
  typeof enSignUp &
  typeof enThreadPages &
  typeof enThreads &
  typeof enToken &
  typeof enViewer &
  typeof enWelcome;

/** A second language has the same keys. */
export type Catalogue = {
  [Key in keyof Messages]: Messages[Key] extends string ? string : PluralForms;
};

type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
export type MessageKey = keyof Messages;

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type ValuesOf<Key extends MessageKey> = Messages[Key] extends { other: infer Text }
  ? Placeholders<Text> | 'count'
  : Placeholders<Messages[Key]>;

type Arguments<Key extends MessageKey> = [ValuesOf<Key>] extends [never]
  ? []
  : [values: { [Name in ValuesOf<Key>]: Name extends 'count' ? number : string | number }];

/** The language of the interface. Dates follow the person's own region. */
export const locale = 'en';
const catalogue: Partial<Catalogue> = { ...en };
const pluralRules = new Intl.PluralRules(locale);
const numberFormat = new Intl.NumberFormat(locale);

/** Adds words that come with a part of the app; to be called before that part is drawn. */
export function addMessages(messages: Partial<Catalogue>): void {
  Object.assign(catalogue, messages);
}

/**
 * The interface's words for a key. `{name}` in the text is replaced by the value of that name;
 * `count` also chooses the plural form.
 */
export function t<Key extends MessageKey>(key: Key, ...[values]: Arguments<Key>): string {
  const given: Record<string, string | number> = values ?? {};
  return choosePlural(catalogue[key] ?? key, given['count']).replaceAll(
    /\{(\w+)\}/g,
    (mark, name: string) => formatValue(given[name] ?? mark),
  );
}

function choosePlural(message: string | PluralForms, count: string | number | undefined): string {
  if (typeof message === 'string') return message;
  return message[pluralRules.select(Number(count))] ?? message.other;
}

function formatValue(value: string | number): string {
  return typeof value === 'number' ? numberFormat.format(value) : value;
}
