/**
 * The interface's words in English: what every screen needs. `{name}` stands for
 * a value; a message that depends on a count has one text for each plural form of
 * `Intl.PluralRules`. The files `en-*.ts` beside hold the words that come with later parts.
 */
export const en = {
  // Shared
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.loading': 'Loading...',
  'common.tryAgain': 'Try again',
  'common.networkError': 'Network error. Please check your connection and try again.',

  // Shell
  'shell.useDarkTheme': 'Use the dark theme',
  'shell.useLightTheme': 'Use the light theme',
  'shell.notices': 'Notices',
  'shell.closeNotice': 'Close this notice',
  'shell.errorTitle': 'Something went wrong',
  'shell.errorText': 'This page could not be loaded. Please check your connection.',
} as const;
