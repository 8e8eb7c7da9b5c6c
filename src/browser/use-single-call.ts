import { useRef, useState } from 'react'
import type { ApiFailure, ApiResult } from './api.ts'

export type SingleCall<Input, Value> = {
  readonly pending: Input | null
  readonly failure: ApiFailure | null
  /** Returns null while another call is in progress, so that clicking a button twice sends one request. */
  run(input: Input): Promise<ApiResult<Value> | null>
}

export function useSingleCall<Input, Value>(
  call: (input: Input) => Promise<ApiResult<Value>>,
): SingleCall<Input, Value> {
  const [pending, setPending] = useState<Input | null>(null)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const isRunning = useRef(false)

  async function run(input: Input) {
    if (isRunning.current) return null
    isRunning.current = true
    setPending(() => input)
    setFailure(null)
    const result = await call(input)
    isRunning.current = false
    setPending(null)
    if (!result.ok) setFailure(result.failure)
    return result
  }

  return { pending, failure, run }
}
