/** The letter with the link that sets a new password. */
export function composeResetMail({ instanceName, link }: { instanceName: string; link: string }) {
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
