/** The letter with the link that sets a new password. */
export function composeResetEmail({ instanceName, link }: { instanceName: string; link: string }) {
  return {
    subject: `Set a new password for ${instanceName}`,
    text: [
      'Hello,',
      '',
      `somebody, hopefully you, asked to set a new password for your account at ${instanceName}.`,
      'This link does it, once and within an hour:',
      '',
      link,
      '',
      'If it was not you, nothing has changed, and there is nothing to do.',
      '',
    ].join('\n'),
  };
}

/** The letter to the owner of an administrator's address with which somebody has registered. */
export function composeAdministratorEmail({
  instanceName,
  link,
}: Parameters<typeof composeResetEmail>[0]) {
  return {
    subject: `Administer ${instanceName}`,
    text: [
      'Hello,',
      '',
      `somebody registered at ${instanceName} with this address, which is named as an administrator's.`,
      'To show that the address is yours, set a password with this link, once and within an hour:',
      '',
      link,
      '',
      'The account administers from then on, and whoever else is signed in to it is signed out. Later',
      '"Forgot password?" on the sign-in page sends a new link.',
      '',
      'If it was not you who registered, nobody administers anything by it; the link makes the account yours.',
      '',
    ].join('\n'),
  };
}
