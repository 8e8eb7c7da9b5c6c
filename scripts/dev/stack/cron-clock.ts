export type CronClock = { stop(): void }

const minute = 60_000

export function startCronClock(run: () => void): CronClock {
  let timer: NodeJS.Timeout
  const scheduleNext = () => {
    timer = setTimeout(
      () => {
        run()
        scheduleNext()
      },
      // A timer may fire slightly early: never run twice in one minute.
      minute - ((Date.now() + 10) % minute) + 10,
    )
  }
  scheduleNext()
  return { stop: () => clearTimeout(timer) }
}
