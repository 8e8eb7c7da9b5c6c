/** Runs something at every full minute, as Cloudflare's clock runs the Worker. */
export type Clock = { stop(): void }

const minute = 60_000

export function startClock(run: () => void): Clock {
  let timer: NodeJS.Timeout
  const next = () => {
    timer = setTimeout(
      () => {
        run()
        next()
      },
      // A timer may be early by a little: never twice in one minute.
      minute - ((Date.now() + 10) % minute) + 10,
    )
  }
  next()
  return { stop: () => clearTimeout(timer) }
}
