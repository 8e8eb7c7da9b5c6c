/** Returns undefined if the action throws, for example where the browser blocks storage. */
export function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
