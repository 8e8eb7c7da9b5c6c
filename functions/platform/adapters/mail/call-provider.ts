import { parseJson } from '../../../../src/domain/parse-json.ts'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { getErrorName } from '../../error-name.ts'

type ProviderAnswer = {
  readonly response: Response
  /** Undefined if it isn't JSON. */
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
