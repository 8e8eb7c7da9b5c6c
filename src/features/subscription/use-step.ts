import { useRef, useState } from 'react'
import type { ApiFailure } from '../../browser/api.ts'
import type { SubscriptionResponse, SubscriptionStep } from '../../contracts/subscription.ts'
import type { Result } from '../../domain/result.ts'
import { takeStep } from '../account/subscription-store.ts'

export type Steps = {
  /** Which one is under way. */
  readonly taking: SubscriptionStep['step'] | null
  readonly failure: ApiFailure | null
  /** Null where another is under way: a button that is pressed twice asks once. */
  take(step: SubscriptionStep): Promise<Result<SubscriptionResponse, ApiFailure> | null>
}

/** What the reader does about their subscription, one step at a time. */
export function useStep(): Steps {
  const [taking, setTaking] = useState<Steps['taking']>(null)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const isTaking = useRef(false)

  async function take(step: SubscriptionStep) {
    if (isTaking.current) return null
    isTaking.current = true
    setTaking(step.step)
    setFailure(null)
    const taken = await takeStep(step)
    isTaking.current = false
    setTaking(null)
    if (!taken.ok) setFailure(taken.failure)
    return taken
  }

  return { taking, failure, take }
}
