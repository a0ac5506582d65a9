import { enThreads } from './en-threads.ts';

/**
 * Every word of the interface in English. `{name}` stands for a value; a message that depends
 * on a count has one text for each plural form of `Intl.PluralRules`.
 */
export const en = {
  // Shared
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.loading': 'Loading...',
  'common.tryAgain': 'Try again',
  'common.networkError': 'Network error. Please check your connection and try again.',

  // Shell
  'shell.skipToContent': 'Skip to content',
  'shell.navigation': 'Main',
  'shell.home': 'Home',
  'shell.newThread': 'New thread',
  'shell.account': 'Account',
  'shell.logOut': 'Logout',
  'shell.useDarkTheme': 'Use the dark theme',
  'shell.useLightTheme': 'Use the light theme',
  'shell.offline': 'You are offline. What you have loaded stays readable.',
  'shell.notifications': 'Notices',
  'shell.closeNotice': 'Close this notice',
  'shell.errorTitle': 'Something went wrong',
  'shell.errorText': 'This page could not be shown. Nothing you have posted is lost.',
  'shell.reload': 'Reload',

  // People and times
  'person.unknown': 'Unknown User',
  'time.now': 'now',
  'time.minutes': '{count}m',
  'time.hours': '{count}h',
  'time.days': '{count}d',
  'time.invalid': 'Invalid date',
  'time.unknown': 'unknown',

  // Sign-in and sign-up
  'auth.signInTitle': 'Sign in to {instance}',
  'auth.signIn': 'Sign in',
  'auth.signingIn': 'Signing in...',
  'auth.signUpTitle': 'Join {instance}',
  'auth.getStarted': 'Get Started',
  'auth.noAccount': 'New here?',
  'auth.createAccount': 'Create an account',
  'auth.haveAccount': 'Already have an account?',
  'auth.firstName': 'First name',
  'auth.lastName': 'Last name',
  'auth.email': 'Email address',
  'auth.password': 'Password',
  'auth.passwordHint': 'At least {min} characters',
  'auth.confirmPassword': 'Confirm password',
  'auth.showPassword': 'Show password',
  'auth.hidePassword': 'Hide password',
  'auth.rememberMe': 'Remember me',
  'auth.acceptTerms': 'I accept the',
  'auth.terms': 'Terms of use',
  'auth.loginFailed': 'Login Failed',
  'auth.loginFailedText': 'Login failed. Please try again.',
  'auth.registrationFailed': 'Registration Failed',
  'auth.registrationFailedText': 'Registration failed. Please try again.',
  'auth.passwordsDiffer': 'Validation Error: Passwords do not match!',
  'auth.termsNotAccepted': 'Validation Error: Please accept the terms of use',
  'auth.welcomeBack': 'Welcome Back!',
  'auth.welcomeBackText': 'You have been successfully logged in.',
  'auth.welcomeBackName': 'Hello {name}! You have been successfully logged in.',
  'auth.welcome': 'Welcome to {instance}',
  'auth.welcomeText': 'Hello {name}! Your account has been created successfully.',
  'auth.tokenExpired': 'Token Expired',
  'auth.tokenExpiredText': 'Your session has expired. Please log in again.',
  'auth.tokenInvalid': 'Invalid Token',
  'auth.tokenInvalidText': 'Invalid token received. Please try logging in again.',
  'auth.switchTitle': 'Switch to {name}?',
  'auth.switchText':
    'You are signed in as {current}. Continuing signs {current} out on this device.',
  'auth.switch': 'Switch account',

  // Pictures and words beside sign-in
  'slides.label': 'What this place is for',
  'slides.pause': 'Pause the slideshow',
  'slides.play': 'Play the slideshow',
  'slides.show': 'Show picture {number} of {total}',
  'slides.friendsTitle': 'Keep the thread with friends',
  'slides.friendsText': 'Follow the people you care about and read what they write, newest first.',
  'slides.momentsTitle': 'Hang up your moments',
  'slides.momentsText': 'Share a thought, a picture or ten. Decide for each who may answer.',
  'slides.talkTitle': 'Let a word become a conversation',
  'slides.talkText': 'Replies stay tied to what they answer, so nobody loses the thread.',

  // Terms of use
  'terms.own':
    'What you post stays yours. Posting it lets {instance} show it to the people you chose.',
  'terms.lawful':
    'Post only what you may: nothing unlawful, and nothing that belongs to somebody else.',
  'terms.kind':
    'Treat people as people. No threats, no harassment, no pretending to be someone else.',
  'terms.private':
    'Your email address is never shown to others. Keep other people’s private details private too.',
  'terms.removal': 'Those who run {instance} may remove posts and accounts that break these terms.',

  // Threads, feed and composer
  ...enThreads,
} as const;
