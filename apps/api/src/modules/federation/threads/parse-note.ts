import { altTextMaxLength, contentWarningMaxLength } from '@skein/contracts/limits';
import type { MediaType } from '@skein/contracts/media';
import type { SelectableAudience } from '@skein/contracts/threads';
import { publicNames } from '../../../platform/activity-streams.ts';
import { htmlToText } from '../../../platform/html-to-text.ts';
import type { RemoteAttachment, RemotePoll } from '../../threads/index.ts';
import { parsePolicy, parseReplyApproval } from '../approvals/interaction-policy.ts';
import type { PublishedPolicy } from '../approvals/interaction-policy.ts';
import { parseQuote } from '../approvals/parse-quote.ts';
import type { QuoteLink } from '../approvals/parse-quote.ts';
import { toAddress, toList, toObject, toText } from '../json-values.ts';
import type { Json } from '../json-values.ts';
import { createEmojiMarker, listEmoji, trimEmoji } from './mark-emoji.ts';
import type { RemoteEmoji } from './mark-emoji.ts';

/**
 * Reads threads of other servers. Their documents are compact JSON, which nobody has validated: every value may have
 * another type, any length and any number of items.
 */

const attachmentsMax = 20;
const pollOptionsMax = 20;
const pollOptionMaxLength = 500;
const countMax = 1_000_000_000;
const languagePattern = /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,2}$/i;
/** A `ChatMessage` of Pleroma or Misskey is for one account. */
const noteTypes = ['Note', 'Question', 'Article', 'Page', 'ChatMessage'];
/** The duration of a poll without an end. */
const endlessYears = 10;

/** A tag of a thread: the address of an account, and the name that the other server shows. */
export interface MentionTag {
  href: string;
  name: string;
}

export interface RemoteNote {
  uri: string;
  url: string | null;
  authorUri: string;
  html: string;
  contentWarning: string | null;
  isSensitive: boolean;
  language: string | null;
  published: Date | null;
  /** When it was last edited. */
  updated: Date | null;
  /** The addresses of its recipients. */
  recipients: string[];
  isPublic: boolean;
  isUnlisted: boolean;
  parentUri: string | null;
  /** The name of the conversation, if the other server gives one. */
  conversation: string | null;
  mentions: MentionTag[];
  /** The names do not begin with `#`. */
  hashtags: string[];
  /** They are marked in the content warning and the options of the poll. */
  emoji: RemoteEmoji[];
  attachments: RemoteAttachment[];
  poll: RemotePoll | null;
  quote: QuoteLink | null;
  quotePolicy: PublishedPolicy | null;
  replyPolicy: PublishedPolicy | null;
  replyApproval: 'request' | 'create' | null;
}

/** Null for a document that is no thread. */
export function parseNote(document: unknown): RemoteNote | null {
  const json = toObject(document);
  const types = toList(json['type']);
  const uri = toAddress(json['id']);
  const authorUri = toList(json['attributedTo'])
    .map(toAddress)
    .find((each) => each !== null);
  if (uri === null || authorUri === undefined) return null;
  if (!noteTypes.some((type) => types.includes(type)) || parseVote(json) !== null) return null;
  const isArticle = types.includes('Article') || types.includes('Page');
  const [to, cc] = [toAddresses(json['to']), toAddresses(json['cc'])];
  const tags = toList(json['tag']).map(toObject);
  const summary = isArticle ? '' : toText(json['summary']);
  const emoji = listEmoji(tags.flatMap(toEmojiTag));
  const markEmoji = createEmojiMarker(emoji);
  const contentWarning = cut(markEmoji(htmlToText(summary, [])), contentWarningMaxLength);
  return {
    uri,
    url: toPage(json['url']),
    authorUri,
    html: toTitle(isArticle ? json['name'] : undefined) + toContent(json),
    contentWarning: contentWarning === '' ? null : contentWarning,
    isSensitive: json['sensitive'] === true,
    language: toLanguage(json),
    published: toDate(json['published']),
    updated: toDate(json['updated']),
    recipients: [...to, ...cc],
    isPublic: to.some((each) => publicNames.has(each)),
    isUnlisted: cc.some((each) => publicNames.has(each)),
    parentUri: toAddress(json['inReplyTo']),
    conversation: toText(json['conversation'] ?? json['context']).slice(0, 500) || null,
    mentions: tags.flatMap(toMention),
    hashtags: tags.flatMap((tag) =>
      tag['type'] === 'Hashtag' ? [toText(tag['name']).replace(/^[#＃]/u, '')] : [],
    ),
    attachments: toList(json['attachment']).slice(0, attachmentsMax).flatMap(toAttachment),
    emoji,
    poll: types.includes('Question') ? toPoll(json, markEmoji) : null,
    quote: parseQuote(json),
    quotePolicy: parsePolicy(json, 'canQuote'),
    replyPolicy: parsePolicy(json, 'canReply'),
    replyApproval: parseReplyApproval(json),
  };
}

/** Null for a thread that is for its mentioned accounts only. */
export function toAudience(
  { isPublic, isUnlisted, recipients }: RemoteNote,
  followersUri: string | null,
): SelectableAudience | null {
  if (isPublic) return 'public';
  if (isUnlisted) return 'unlisted';
  return followersUri !== null && recipients.includes(followersUri) ? 'followers' : null;
}

export interface RemoteVote {
  voterUri: string | null;
  pollUri: string;
  option: string;
}

/** A vote in a poll is a note with the name of an option and without text. Null for other documents. */
export function parseVote(document: unknown): RemoteVote | null {
  const json = toObject(document);
  const option = cut(toText(json['name']), pollOptionMaxLength);
  const pollUri = toAddress(json['inReplyTo']);
  if (json['type'] !== 'Note' || option === '' || pollUri === null) return null;
  if (toText(json['content']) !== '') return null;
  return { voterUri: toAddress(json['attributedTo']), pollUri, option };
}

function toAddresses(value: unknown): string[] {
  return toList(value).flatMap((each) => {
    if (typeof each === 'string' && publicNames.has(each)) return [each];
    return toAddress(each) ?? [];
  });
}

/** The page for people, which may be one of several links. */
function toPage(value: unknown): string | null {
  const links = toList(value);
  const pages = links.filter((each) => toObject(each)['mediaType'] === 'text/html');
  const addresses = [...pages, ...links].map((each) => toAddress(toObject(each)['href'] ?? each));
  return addresses.find((each) => each !== null) ?? null;
}

function toContent(json: Json): string {
  const [translation] = Object.values(toObject(json['contentMap']));
  return toText(json['content']) || toText(translation);
}

function toTitle(name: unknown): string {
  const title = htmlToText(toText(name), []).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return title === '' ? '' : `<h1>${title}</h1>`;
}

function toLanguage(json: Json): string | null {
  const languages = Object.keys(toObject(json['contentMap']));
  const [language = toText(json['language'])] = languages.length === 1 ? languages : [];
  return languagePattern.test(language) ? language : null;
}

function toDate(value: unknown): Date | null {
  const date = new Date(toText(value));
  return Number.isNaN(date.getTime()) ? null : date;
}

function toMention(tag: Json): MentionTag[] {
  const href = tag['type'] === 'Mention' ? toAddress(tag['href']) : null;
  return href === null ? [] : [{ href, name: toText(tag['name']) }];
}

function toEmojiTag(tag: Json): { name: string; uri: string | null }[] {
  if (tag['type'] !== 'Emoji') return [];
  const [icon] = toList(tag['icon']);
  return [{ name: toText(tag['name']), uri: toAddress(toObject(icon)['url']) }];
}

function toAttachment(value: unknown): RemoteAttachment[] {
  const json = toObject(value);
  const [link = json['url']] = toList(json['url']);
  const url = toAddress(toObject(link)['href'] ?? link);
  if (url === null) return [];
  const mimeType = cut(toText(json['mediaType'] ?? toObject(link)['mediaType']), 100);
  const altText = cut(toText(json['name'] ?? json['summary']), altTextMaxLength);
  return [
    {
      type: toMediaType(mimeType, json['type']),
      url,
      mimeType: mimeType || null,
      altText: altText || null,
      blurhash: /^[\x21-\x7E]{6,100}$/.exec(toText(json['blurhash']))?.[0] ?? null,
      focus: toFocus(json['focalPoint']),
      width: toSize(json['width']),
      height: toSize(json['height']),
    },
  ];
}

function toFocus(value: unknown): RemoteAttachment['focus'] {
  const [x = Number.NaN, y = Number.NaN] = toList(value).map(Number);
  return Math.abs(x) <= 1 && Math.abs(y) <= 1 ? { x, y } : null;
}

function toMediaType(mimeType: string, type: unknown): MediaType {
  const name = mimeType.split('/', 1)[0] ?? '';
  if (name === 'image' || name === 'video' || name === 'audio') return name;
  const types = { Image: 'image', Video: 'video', Audio: 'audio' } as const;
  return Object.hasOwn(types, String(type)) ? types[type as keyof typeof types] : 'other';
}

const toSize = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 100_000
    ? value
    : null;

function toPoll(json: Json, markEmoji: (text: string) => string): RemotePoll | null {
  const multiple = json['anyOf'] !== undefined;
  const options = toList(json['anyOf'] ?? json['oneOf'])
    .slice(0, pollOptionsMax)
    .map(toObject)
    .map((option) => ({
      text: cut(markEmoji(toText(option['name'])), pollOptionMaxLength),
      votesCount: toCount(toObject(option['replies'])['totalItems']),
    }))
    .filter(({ text }) => text !== '');
  if (options.length === 0) return null;
  const closed = json['closed'] === true ? new Date() : toDate(json['closed']);
  const end = closed ?? toDate(json['endTime']);
  const votes = options.reduce((sum, { votesCount }) => sum + votesCount, 0);
  const votersCount = toCount(json['votersCount'] ?? Math.min(votes, countMax));
  return { multiple, options, votersCount, expiresAt: toPollEnd(end) };
}

function toPollEnd(end: Date | null): Date {
  const latest = new Date();
  latest.setUTCFullYear(latest.getUTCFullYear() + endlessYears);
  if (end === null || end > latest) return latest;
  return end.getTime() < 0 ? new Date(0) : end;
}

const toCount = (value: unknown) =>
  typeof value === 'number' && value > 0 ? Math.min(Math.trunc(value), countMax) : 0;

function cut(text: string, maxLength: number): string {
  const storable = text.replaceAll('\0', '').normalize('NFC');
  return trimEmoji(Array.from(storable).slice(0, maxLength).join('').trim());
}
