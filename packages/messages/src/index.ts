export { catalogNames, getCatalogName } from './catalog-names.ts';
export type { CatalogName } from './catalog-names.ts';
export { createFormatter } from './formatter.ts';
export type { Catalog } from './formatter.ts';
export { createNumberFormat } from './number-format.ts';
export { matchLocale } from './match-locale.ts';
export { sourceLocale, locales } from '../generated/locales.ts';
export type { Locale } from '../generated/locales.ts';
export type { MessageKey, MessageValues, ValuesOf } from './message-values.ts';
export { withValues } from './response-message.ts';
export type {
  LabelKey,
  PlainKey,
  ResponseArguments,
  ResponseKey,
  ResponseMessage,
} from './response-message.ts';
