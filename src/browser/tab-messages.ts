/** Sends a message, such as a completed sign-in, to a waiting tab. Only pages on our origin receive it. */

type TabMessage =
  | { readonly kind: 'offer'; readonly id: string; readonly payload: unknown }
  | { readonly kind: 'taken'; readonly id: string }

/** Resolves to whether another tab accepted the message within `timeout` milliseconds. */
export function sendToTabs(name: string, payload: unknown, timeout = 3000): Promise<boolean> {
  const channel = new BroadcastChannel(name)
  const id = crypto.randomUUID()
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), timeout)
    channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind !== 'taken' || data.id !== id) return
      clearTimeout(timer)
      resolve(true)
    })
    channel.postMessage({ kind: 'offer', id, payload } satisfies TabMessage)
  }).finally(() => channel.close())
}

/** Waits for one offer for which `accept` returns true. Returns a function that stops listening. */
export function listenToTabs(name: string, accept: (payload: unknown) => boolean): () => void {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind !== 'offer' || !accept(data.payload)) return
    channel.postMessage({ kind: 'taken', id: data.id } satisfies TabMessage)
    channel.close()
  })
  return () => channel.close()
}
