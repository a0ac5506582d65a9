/** The lazy modules of each screen that a visit can begin with, as `guessFirstScreen` names them. */
export const firstScreens = {
  login: ['src/pages/login/login-page.tsx'],
  register: ['src/pages/register/register-page.tsx'],
  feed: ['src/app/signed-in-layout.tsx', 'src/pages/feed/feed-page.tsx'],
} as const;
