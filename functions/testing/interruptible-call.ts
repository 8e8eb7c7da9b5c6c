/** A call of the Worker to a service, which a test may interrupt before it or, unless it only reads, after it. */
export type InterruptibleCall = <Value>(
  make: () => Promise<Value>,
  options?: { readonly isRead?: boolean },
) => Promise<Value>

export const reading = { isRead: true } as const
