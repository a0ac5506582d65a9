/** The reason why a command failed, as one sentence for the operator. */
export class OperationError extends Error {}
