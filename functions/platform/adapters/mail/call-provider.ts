import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { getErrorName } from '../../error-name.ts'

type ProviderAnswer = {
  readonly response: Response
  /** Null if it isn't JSON. */
  readonly body: unknown
}

/** Fails with the error's name if no whole answer arrives in time (milliseconds). */
export async function callProvider(
  make: () => Promise<Request> | Request,
  timeout: number,
): Promise<Result<ProviderAnswer, string>> {
  try {
    const signal = AbortSignal.timeout(timeout)
    const response = await fetch(await make(), { signal })
    const text = await response.text()
    return succeed({ response, body: parseJson(text) })
  } catch (error) {
    return fail(getErrorName(error))
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
