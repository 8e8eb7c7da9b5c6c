/**
 * How one tab of this site hands something to another, which waits for it: a sign-in that began here
 * and ended in a window of Google's, or in the tab that a letter opened. Nothing is kept, and only
 * pages of our own origin hear it.
 */

type Message =
  | { readonly kind: 'offer'; readonly id: string; readonly what: unknown }
  | { readonly kind: 'taken'; readonly id: string }

/** True where another tab took it. `patience` is how many milliseconds it is given to say so. */
export function offerToTabs(name: string, what: unknown, patience = 3000): Promise<boolean> {
  const channel = new BroadcastChannel(name)
  const id = crypto.randomUUID()
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), patience)
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind !== 'taken' || data.id !== id) return
      clearTimeout(timer)
      resolve(true)
    })
    channel.postMessage({ kind: 'offer', id, what } satisfies Message)
  }).finally(() => channel.close())
}

/**
 * Hears what other tabs offer, until one offer was taken or the function that it answers is called.
 * `take` says whether an offer is meant for this tab.
 */
export function hearTabs(name: string, take: (what: unknown) => boolean): () => void {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'offer' || !take(data.what)) return
    channel.postMessage({ kind: 'taken', id: data.id } satisfies Message)
    channel.close()
  })
  return () => channel.close()
}
