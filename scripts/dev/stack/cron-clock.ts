import { minute } from '../../../src/domain/duration.ts'

export type CronClock = { stop(): void }

/** Calls `run`, which never fails, every full minute, unless an earlier run is under way. */
export function startCronClock(run: () => Promise<void>): CronClock {
  let timer: NodeJS.Timeout
  let isStopped = false
  const scheduleNext = () => {
    if (isStopped) return
    timer = setTimeout(
      () => void run().then(scheduleNext),
      // A timer may fire slightly early: never run twice in one minute.
      minute - ((Date.now() + 10) % minute) + 10,
    )
  }
  scheduleNext()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
