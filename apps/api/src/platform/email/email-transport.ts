/** A plain-text email. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  headers?: Readonly<Record<string, string>>;
}

/** RFC 3834: no vacation notice or other automatic email responds. */
export const emailDefaults = { headers: { 'Auto-Submitted': 'auto-generated' } } as const;

/** The sender, as a `From` header or as name and address. */
export type Sender = string | { name: string; address: string };

/** Delivers emails. */
export interface EmailTransport {
  /** @throws PermanentEmailError when a retry is useless, any other error when it may succeed */
  send(email: Email): Promise<void>;
  close(): void;
}

/** The mail server has rejected the email permanently. */
export class PermanentEmailError extends Error {}
