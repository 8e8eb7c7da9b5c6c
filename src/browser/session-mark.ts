/**
 * Whose things this browser keeps: a mark drawn by lot when somebody signs in, the same in all tabs
 * until they leave. It names nobody and opens nothing. What is kept beside it is theirs alone, and a
 * page that was made under another mark is another reader's.
 *
 *     localStorage.session = "0b9c2f0e-…"   a reader's things may be here
 *     localStorage.session = "left"         they are gone, and no page has asked since how things stand
 *
 * Other tabs hear of every change by the event `storage`. A browser that keeps nothing keeps no
 * cookies either, so nobody is signed in there.
 */
import { keepOnDevice, readFromDevice, removeFromDevice } from './device-storage.ts'

const key = 'session'
const left = 'left'

/** The mark that this page was made under, once it has looked. */
let ours: string | null = null

/** Null where nobody's things are kept. */
export function readSessionMark(): string | null {
  const mark = readFromDevice(key)
  return mark === left ? null : mark
}

/** Somebody signs in: what was kept until now is not theirs. */
export function drawSessionMark() {
  ours = crypto.randomUUID()
  keepOnDevice(key, ours)
}

/** Whether a signed-in reader's page is that of the reader whose things are kept. The first to look makes it so. */
export function isOurSession(): boolean {
  const mark = readSessionMark()
  ours ??= mark
  if (mark !== null) return mark === ours
  // Nothing is kept, or it has been cleared by hand.
  if (ours === null) drawSessionMark()
  else keepOnDevice(key, ours)
  return true
}

/** Whether there is anything to see to for a reader who is not signed in any more. */
export function isLeavingUnfinished(): boolean {
  return readFromDevice(key) !== null
}

/** What was kept has been taken away. */
export function noteLeaving() {
  ours = null
  keepOnDevice(key, left)
}

/** A page has asked since. Whoever has signed in meanwhile keeps their mark. */
export function finishLeaving() {
  if (readFromDevice(key) === left) removeFromDevice(key)
}
