const queues = new Map<string, Promise<unknown>>()

/** Runs tasks in the order of the calls, across tabs. A browser without locks queues only this page's calls. */
export function runSequentially<Value>(name: string, task: () => Promise<Value>): Promise<Value> {
  if ('locks' in navigator) return navigator.locks.request(name, task) as Promise<Value>
  const queuedTask = (queues.get(name) ?? Promise.resolve()).then(task)
  // A failed task doesn't stop the next one.
  const settledTask = queuedTask.catch(() => {})
  queues.set(name, settledTask)
  return queuedTask
}
