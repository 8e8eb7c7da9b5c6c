import { useState } from 'react'

/** The last value that wasn't missing, while the next one loads. */
export function useLastValue<Value extends object>(value: Value | null | undefined): Value | null {
  const [last, setLast] = useState(value ?? null)
  if (value && value !== last) setLast(value)
  return value ?? last
}
