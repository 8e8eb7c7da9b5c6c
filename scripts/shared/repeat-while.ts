/** Milliseconds: more than a minute in total, because the site limits calls per minute. */
const busySiteDelays = [5_000, 10_000, 15_000, 20_000, 25_000]

/** Each delay is up to this share longer, so that calls that failed together aren't repeated together. */
const maxJitter = 0.2

export type Repeats = {
  /** Milliseconds before each call after the first. */
  readonly delays?: readonly number[]
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

/** Repeats a call, with growing delays, while `isToRepeat` returns true. Returns the last answer, whatever it is. */
export async function repeatWhile<Answer>(
  isToRepeat: (answer: Answer) => boolean | Promise<boolean>,
  call: () => Promise<Answer>,
  {
    delays = busySiteDelays,
    wait = (delay) => new Promise((resolve) => setTimeout(resolve, delay)),
  }: Repeats = {},
): Promise<Answer> {
  for (const delay of delays) {
    const answer = await call()
    if (!(await isToRepeat(answer))) return answer
    await wait(delay * (1 + Math.random() * maxJitter))
  }
  return call()
}
