/** Fakes for tests of stores that call the API. */
import { fail } from '../../domain/result.ts'
import type { ApiFailure } from '../api.ts'
import type { Retry } from '../retry.ts'

export const failure = (code: ApiFailure['code']) =>
  fail<ApiFailure>({ code, message: `words: ${code}` })

/** Waits until all promises have settled. */
export const flushPromises = () => new Promise((resolve) => setImmediate(resolve))

/** Retries when the test calls `run`. */
export class FakeRetry {
  scheduled: (() => void) | null = null

  readonly create = (attempt: () => void): Retry => ({
    schedule: () => {
      this.scheduled = attempt
    },
    reset: () => {
      this.scheduled = null
    },
  })

  run() {
    this.scheduled!()
    return flushPromises()
  }
}
