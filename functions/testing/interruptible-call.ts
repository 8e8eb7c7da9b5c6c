/**
 * A call by the Worker to a service, which a test may interrupt before it happens or, unless it only reads, afterwards.
 */
export type InterruptibleCall = <Value>(
  make: () => Promise<Value>,
  options?: { readonly isRead?: boolean },
) => Promise<Value>

export const reading = { isRead: true } as const
