/**
 * The interface's words in English: what every screen needs, and those of the way in. `{name}`
 * stands for a value; a message that depends on a count has one text for each plural form of
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
  'auth.forgotPassword': 'Forgot password?',
  'auth.acceptTerms': 'I accept the',
  'auth.terms': 'Terms of use',
  'auth.required': 'Please fill this in.',
  'auth.emailMalformed': 'Please enter an address such as name@example.org.',
  'auth.loginFailed': 'Login Failed',
  'auth.loginFailedText': 'Login failed. Please try again.',
  'auth.registrationFailed': 'Registration Failed',
  'auth.registrationFailedText': 'Registration failed. Please try again.',
  'auth.passwordsDiffer': 'Validation Error: Passwords do not match!',
  'auth.passwordsDifferHere': 'Passwords do not match!',
  'auth.termsNotAccepted': 'Validation Error: Please accept the terms of use',
  'auth.termsNotAcceptedHere': 'Please accept the terms of use',
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
} as const;
