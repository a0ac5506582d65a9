/** A letter in plain text. */
export interface Email {
  to: string;
  subject: string;
  text: string;
}

/** Who letters are from: as a header has it, or in parts. */
export type Sender = string | { name: string; address: string };

/** A way for letters to leave. */
export interface EmailTransport {
  /** @throws PermanentMailError when trying again is of no use, else whatever went wrong */
  send(email: Email): Promise<void>;
  close(): void;
}

/** The other side has refused the letter for good. */
export class PermanentEmailError extends Error {}
