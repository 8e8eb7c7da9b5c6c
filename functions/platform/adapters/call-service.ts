import { parseJson } from '../../../src/domain/parse-json.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { getErrorName } from '../error-name.ts'

type ServiceAnswer = {
  readonly response: Response
  /** Undefined if it isn't JSON. */
  readonly body: unknown
}

/** Fails with the error's name if no whole answer arrives in time (milliseconds). */
export async function callService(
  make: () => Promise<Request> | Request,
  timeout: number,
): Promise<Result<ServiceAnswer, string>> {
  try {
    const signal = AbortSignal.timeout(timeout)
    const response = await fetch(await make(), { signal })
    const text = await response.text()
    return succeed({ response, body: parseJson(text) })
  } catch (error) {
    return fail(getErrorName(error))
  }
}

/** For a service whose answers say nothing but their status. */
export async function notifyService(
  make: () => Promise<Request> | Request,
  timeout: number,
): Promise<Result<void, string>> {
  const called = await callService(make, timeout)
  if (!called.ok) return called
  const { ok, status } = called.value.response
  return ok ? succeed(undefined) : fail(`status ${status}`)
}
