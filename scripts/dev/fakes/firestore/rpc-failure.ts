/** Google's canonical codes and their HTTP statuses (google/rpc/code.proto). */
const httpStatuses = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
} as const

export type Failure = { readonly status: keyof typeof httpStatuses; readonly message: string }

/** Leaves out the array around errors of production's streaming methods, like Google's emulator. */
export function toErrorResponse({ status, message }: Failure): { code: number; body: string } {
  const code = httpStatuses[status]
  return { code, body: JSON.stringify({ error: { code, message, status } }) }
}
