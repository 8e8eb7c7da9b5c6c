import { type Result, succeed } from '../../src/domain/result.ts'
import { getErrorName } from '../error-name.ts'
import type { Deps } from '../http/edge-context.ts'
import { type Refusal, refuseUnavailable } from '../http/handler.ts'

/** R2 and Images throw if they are unavailable, or if the original is damaged. */
export async function tryStorage<Value>(
  deps: Pick<Deps, 'log'>,
  id: string,
  action: () => Promise<Value>,
): Promise<Result<Value, Refusal<'unavailable'>>> {
  try {
    return succeed(await action())
  } catch (error) {
    const reason = getErrorName(error)
    return refuseUnavailable(deps, 'image_unavailable', { id, reason })
  }
}
