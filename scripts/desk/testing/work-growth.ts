/**
 * How work grows with its input: the processor time of this thread, which other processes don't add to,
 * for one size and for eight times that.
 */

const factor = 8
/** Linear growth is 8 and quadratic 64; between them lies what a garbage collection may add. */
export const mostWorkGrowth = 24
/** Milliseconds: less than this is mostly noise. */
const least = 3
const attempts = 4

async function workOf(run: () => Promise<unknown>): Promise<number> {
  const start = process.threadCpuUsage()
  await run()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** The smallest of several attempts: noise only ever adds work. */
export async function workGrowth(
  length: number,
  run: (length: number) => Promise<unknown>,
): Promise<number> {
  let growth = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < attempts && growth >= mostWorkGrowth; attempt++) {
    const small = Math.max(await workOf(() => run(length)), least)
    growth = Math.min(growth, (await workOf(() => run(length * factor))) / small)
  }
  return growth
}
