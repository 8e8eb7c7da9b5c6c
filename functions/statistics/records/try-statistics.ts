import { type Result, succeed } from '../../../src/domain/result.ts'
import type { Deps } from '../../identity/edge-context.ts'
import { type Refusal, refuseUnavailable } from '../../identity/handler.ts'
import { getErrorName } from '../../platform/error-name.ts'

/** Catches the exception that D1 throws if it's unavailable, and logs `event`. */
export async function tryStatistics<Value>(
  deps: Pick<Deps, 'log'>,
  event: string,
  action: () => Promise<Value>,
): Promise<Result<Value, Refusal<'unavailable'>>> {
  try {
    return succeed(await action())
  } catch (error) {
    return refuseUnavailable(deps, event, { reason: getErrorName(error) })
  }
}
