/** What is remembered of the changes since this version was built. */
export type ChangedList = {
  /** Something has changed: what was known may no longer be so. */
  forget(): void
}

export function createChangedList(): ChangedList {
  return { forget() {} }
}
