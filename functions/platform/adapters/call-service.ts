import { parseJson } from '../../../src/domain/parse-json.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { getErrorName } from '../error-name.ts'

type ServiceAnswer = {
  readonly response: Response
  /** Undefined if the body isn't JSON. */
  readonly body: unknown
}

type MakeRequest = () => Promise<Request> | Request

/** Fails with the error's name if no complete response arrives in time (milliseconds). */
export const callService = (
  make: MakeRequest,
  timeout: number,
): Promise<Result<ServiceAnswer, string>> =>
  fetchInTime(make, timeout, async (response) => ({
    response,
    body: parseJson(await response.text()),
  }))

/** Calls a service whose response is only a status, without waiting for the body. */
export async function notifyService(
  make: MakeRequest,
  timeout: number,
): Promise<Result<void, string>> {
  const called = await fetchInTime(make, timeout, async (response) => {
    await response.body?.cancel()
    return response
  })
  if (!called.ok) return called
  const { ok, status } = called.value
  return ok ? succeed(undefined) : fail(`status ${status}`)
}

async function fetchInTime<Answer>(
  make: MakeRequest,
  timeout: number,
  read: (response: Response) => Promise<Answer>,
): Promise<Result<Answer, string>> {
  try {
    const response = await fetch(await make(), { signal: AbortSignal.timeout(timeout) })
    return succeed(await read(response))
  } catch (error) {
    return fail(getErrorName(error))
  }
}
