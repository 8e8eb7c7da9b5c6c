import { useState } from 'react'

/** Returns the last value that wasn't missing, while the next one is loading. */
export function useLastValue<Value extends object>(value: Value | null | undefined): Value | null {
  const [last, setLast] = useState(value ?? null)
  if (value && value !== last) setLast(value)
  return value ?? last
}
