/**
 * One answer for all requests of an isolate that want it at about the same time: those that arrive while
 * it is looked up wait for the same, and for a while it answers everybody.
 */

/** As waitUntil. */
type KeepAlive = (work: Promise<unknown>) => void

/** Milliseconds that a request waits for an answer that another one looks up. */
const patience = 10_000
/** Milliseconds after which a look-up must have been cut off, with its request. */
const lostAfter = 30_000

export function createSharedAnswer<Answer>(
  /** Milliseconds for which an answer is remembered. */
  rememberedFor: number,
  now: () => number,
) {
  let last: { readonly at: number; readonly answer: Answer } | undefined
  let underWay: { readonly begunAt: number; readonly answer: Promise<Answer> } | undefined

  function begin(lookUp: () => Promise<Answer>, keepAlive: KeepAlive) {
    const coming = lookUp()
      .then((answer) => {
        // Unless it was taken for lost, and a newer one is there.
        if (underWay?.answer === coming) last = { at: now(), answer }
        return answer
      })
      .finally(() => {
        if (underWay?.answer === coming) underWay = undefined
      })
    // Others may wait for it when the request that began it has gone.
    keepAlive(coming.catch(() => {}))
    return { begunAt: now(), answer: coming }
  }

  /** Null if it isn't there in time. Throws if `lookUp` throws. */
  return async function share(
    lookUp: () => Promise<Answer>,
    keepAlive: KeepAlive,
  ): Promise<Answer | null> {
    const at = now()
    if (last && at - last.at <= rememberedFor) return last.answer
    if (underWay && at - underWay.begunAt > lostAfter) underWay = undefined
    underWay ??= begin(lookUp, keepAlive)
    return beforeLong(underWay.answer)
  }
}

/**
 * The timer is also a request's own work: the Workers runtime ends a request that waits for nothing but
 * another request's promise.
 */
async function beforeLong<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patience, null)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
