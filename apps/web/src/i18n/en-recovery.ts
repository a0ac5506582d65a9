/** The words of a forgotten password. Part of the English catalogue. */
export const enRecovery = {
  'recovery.forgotTitle': 'Forgot your password?',
  'recovery.forgotText':
    'Tell us the email address of your account, and we will send you a link to choose a new password.',
  'recovery.send': 'Send the link',
  'recovery.sentTitle': 'Look into your mailbox',
  'recovery.sentText':
    'If there is an account with the address {email}, a link is on its way there. It works once, within an hour.',
  'recovery.another': 'Use another address',
  'recovery.remembered': 'Remembered it?',
  'recovery.resetTitle': 'Choose a new password',
  'recovery.newPassword': 'New password',
  'recovery.confirmPassword': 'Confirm new password',
  'recovery.save': 'Save the password',
  'recovery.failed': 'That did not work. Please try again.',
  'recovery.badTitle': 'This link no longer works',
  'recovery.badText':
    'It works once, within an hour, and only in full. You can have a new one sent to you.',
  'recovery.askAgain': 'Ask for a new link',
  'recovery.done': 'Password changed',
  'recovery.doneText': 'Please sign in with your new password.',
} as const;
