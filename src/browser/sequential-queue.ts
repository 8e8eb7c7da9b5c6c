const queues = new Map<string, Promise<unknown>>()

/** Runs in call order and across tabs. A browser without locks only queues this page's own calls. */
export function runSequentially<Value>(name: string, task: () => Promise<Value>): Promise<Value> {
  if ('locks' in navigator) return navigator.locks.request(name, task) as Promise<Value>
  const queuedTask = (queues.get(name) ?? Promise.resolve()).then(task)
  // A failed task doesn't stop the next.
  const settledTask = queuedTask.catch(() => {})
  queues.set(name, settledTask)
  return queuedTask
}
