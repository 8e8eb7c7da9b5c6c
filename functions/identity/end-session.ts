import { createSignedOutCookies } from './cookies.ts'
import type { Deps } from './edge-context.ts'
import { removeReaderMeter } from './reader-passes.ts'

/** Ends the session on this device. */
export async function endSession(
  deps: Pick<Deps, 'request' | 'tokens' | 'now' | 'setCookies'>,
): Promise<void> {
  deps.setCookies(createSignedOutCookies())
  await removeReaderMeter(deps)
}
