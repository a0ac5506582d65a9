/** Why a command was not carried out, in one sentence for the person who gave it. */
export class OperationError extends Error {}
