/**
 * What has been counted in this visit, for what counts once. A visit is what happens in one tab of
 * the browser until it is closed, or until the reader signs out.
 */
const key = 'counted'

let counted: Set<string> | undefined

function read(): Set<string> {
  try {
    return new Set(JSON.parse(sessionStorage.getItem(key) ?? '[]'))
  } catch {
    // Nothing can be kept, or what is kept is not ours: then a page is a visit.
    return new Set()
  }
}

export function wasCounted(what: string): boolean {
  counted ??= read()
  return counted.has(what)
}

function keep(counted: ReadonlySet<string>) {
  try {
    sessionStorage.setItem(key, JSON.stringify([...counted]))
  } catch {
    // As above.
  }
}

export function noteCounted(what: string) {
  counted ??= read()
  counted.add(what)
  keep(counted)
}

export function endVisit() {
  counted = new Set()
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

/** It may be counted again. */
export function forgetCounted(what: string) {
  counted ??= read()
  if (counted.delete(what)) keep(counted)
}
