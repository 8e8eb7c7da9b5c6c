import { type Result, succeed } from '../../src/domain/result.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Refusal, refuseUnavailable } from '../identity/handler.ts'
import { getErrorName } from '../platform/error-name.ts'

/** Catches exceptions: R2 and Images throw if they are unavailable or the original is damaged. */
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
