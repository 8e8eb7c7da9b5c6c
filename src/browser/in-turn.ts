/** Tabs of this site take turns, so that two of them do not do the same thing at the same time. */

const chains = new Map<string, Promise<unknown>>()

/**
 * Runs `work` when nothing of the same name runs in any tab; whoever asked first goes first. A tab that
 * is closed gives up its turn. Where the browser has no locks, only this page's own calls take turns.
 */
export function inTurn<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  if ('locks' in navigator) return navigator.locks.request(name, work) as Promise<Value>
  const turn = (chains.get(name) ?? Promise.resolve()).then(work)
  // One that failed does not stop the next.
  const over = turn.catch(() => {})
  chains.set(name, over)
  return turn
}
