/**
 * Returns null if the work takes longer than `milliseconds`. The timer is needed because the runtime cancels a request
 * that waits only for another request's promise. Throws if `work` throws within that time.
 */
export async function waitAtMost<Value>(
  work: Promise<Value>,
  milliseconds: number,
): Promise<Value | null> {
  if (milliseconds <= 0) return null
  let timer: ReturnType<typeof setTimeout> | undefined
  const timedOut = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null)
  })
  try {
    return await Promise.race([work, timedOut])
  } finally {
    clearTimeout(timer)
  }
}
