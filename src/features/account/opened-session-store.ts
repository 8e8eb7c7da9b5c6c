/** A session that the server has opened, taken in: by logging in, or by what else makes an account. */
import { identify } from '../../browser/analytics.ts'
import type { SessionResponse } from '../../contracts/session.ts'
import { beginSession } from './device-session.ts'
import { acceptSubscription } from './subscription-store.ts'
import { currentUser } from './user-store.ts'

/** Milliseconds that a reader who has signed in may be kept for what only we want to know. */
const identifyPatience = 1000

async function identifyReader() {
  const found = currentUser().then((answer) => {
    if (answer.ok && answer.value) identify(answer.value)
  })
  await Promise.race([found, new Promise((resolve) => setTimeout(resolve, identifyPatience))])
}

/** `onEntered` comes between: events from there on are this reader's. */
export async function enterSession(session: SessionResponse, onEntered = () => {}) {
  await beginSession()
  acceptSubscription(session)
  onEntered()
  await identifyReader()
}
