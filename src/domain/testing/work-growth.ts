/** Compares this thread's processor time for one size and for eight times that size. */

const sizeFactor = 8
/** Linear growth is 8 and quadratic 64; garbage collection may add to that. */
export const maxWorkGrowth = 24
/** A time in milliseconds; shorter ones are mostly noise. */
const minimumMeasurable = 3
const attempts = 4

async function measureCpuTime(run: () => Promise<unknown>): Promise<number> {
  const start = process.threadCpuUsage()
  await run()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** Uses the shortest of several attempts, because noise can only add time. */
export async function measureWorkGrowth(
  length: number,
  run: (length: number) => Promise<unknown>,
): Promise<number> {
  let growth = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < attempts && growth >= maxWorkGrowth; attempt++) {
    const small = Math.max(await measureCpuTime(() => run(length)), minimumMeasurable)
    growth = Math.min(growth, (await measureCpuTime(() => run(length * sizeFactor))) / small)
  }
  return growth
}
