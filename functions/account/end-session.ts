import type { Deps } from '../http/edge-context.ts'
import { removeReaderMeter } from '../meter/reader-passes.ts'
import { createSignedOutCookies } from './cookies.ts'

/** Of this device. */
export async function endSession(
  deps: Pick<Deps, 'request' | 'tokens' | 'now' | 'setCookies'>,
): Promise<void> {
  deps.setCookies(createSignedOutCookies())
  await removeReaderMeter(deps)
}
