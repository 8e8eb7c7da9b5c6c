import { startTransition, useActionState } from 'react'

/** Resolves to a message for the reader after a failure, and otherwise to an empty string. */
type TaskRun = () => Promise<string>

export type Task = {
  readonly isPending: boolean
  /** Empty while a run is in progress. */
  readonly problem: string
  /** A second run waits for the first. */
  readonly run: (run: TaskRun) => void
}

export function useTask(): Task {
  const [problem, dispatch, isPending] = useActionState((_: string, run: TaskRun) => run(), '')
  return {
    isPending,
    problem: isPending ? '' : problem,
    run: (run) => startTransition(() => dispatch(run)),
  }
}

/** Opens another page, and never settles, so the form stays disabled until this page is closed. */
export function leavePage(url: string): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}
