/** What the stand-in answers where it does not do what it was asked, in Firestore's shape. */

/** Google's canonical codes and their HTTP statuses (google/rpc/code.proto). */
const httpStatuses = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  INTERNAL: 500,
  UNIMPLEMENTED: 501,
} as const

export type Failure = { readonly status: keyof typeof httpStatuses; readonly message: string }

/** For what Firestore does and the stand-in does not: `what` is the thing's name in the protocol. */
export function notDoneHere(what: string): Failure {
  return {
    status: 'UNIMPLEMENTED',
    message: `${what} is not done by the built-in Firestore stand-in; Google’s emulator does it.`,
  }
}

/**
 * The HTTP answer. Production wraps the errors of its streaming methods (runQuery, batchGet) in an
 * array; Google's emulator does not, and neither does this.
 */
export function failureAnswer({ status, message }: Failure): { code: number; body: string } {
  const code = httpStatuses[status]
  return { code, body: JSON.stringify({ error: { code, message, status } }) }
}
