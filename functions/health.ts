import type { HealthResponse } from '../src/contracts/health.ts'
import type { EdgeContext } from './http/context.ts'

/** Milliseconds for which one look at Firestore answers everybody who asks. */
const remembered = 5000

let last: { readonly at: number; readonly isUp: boolean } | undefined

/** GET /api/health. Costs at most one database read in five seconds and isolate. */
export async function health(context: EdgeContext): Promise<Response> {
  const { firestore, now } = context.var.services
  const at = now().getTime()
  if (!last || at - last.at > remembered) {
    last = { at, isUp: (await firestore.get('front/home')).ok }
  }
  const body: HealthResponse = {
    status: last.isUp ? 'ok' : 'degraded',
    firestore: last.isUp ? 'ok' : 'unavailable',
  }
  if (!last.isUp) context.header('Retry-After', '10')
  return context.json(body, last.isUp ? 200 : 503)
}
