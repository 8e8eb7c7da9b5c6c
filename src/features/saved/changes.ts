/**
 * What a reader has pressed and the server has not confirmed yet, over what the server has said. Both
 * are lists of slugs, the one saved last first.
 */
export type Change =
  | {
      readonly kind: 'save'
      /** Where a removal is taken back: the place and the time that it had. */
      readonly place?: number
      readonly savedAt?: string
    }
  | { readonly kind: 'remove' }

export type Changes = Readonly<Record<string, Change>>

export const noChanges: Changes = {}

export function withChanges(slugs: readonly string[], changes: Changes): readonly string[] {
  const changed = slugs.filter((slug) => changes[slug]?.kind !== 'remove')
  for (const [slug, change] of Object.entries(changes)) {
    // What is saved already keeps its place.
    if (change.kind === 'save' && !changed.includes(slug)) {
      changed.splice(change.place ?? 0, 0, slug)
    }
  }
  return changed
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Null for what is not a list of ours: then nothing is known. */
export function parseSlugs(text: string | null): readonly string[] | null {
  const value = parsed(text)
  return Array.isArray(value) && value.every((slug) => typeof slug === 'string') ? value : null
}

/** Null likewise. */
export function parseChanges(text: string | null): Changes | null {
  const value = parsed(text)
  if (!isObject(value)) return null
  const areChanges = Object.values(value).every(
    (change) => isObject(change) && (change.kind === 'save' || change.kind === 'remove'),
  )
  return areChanges ? (value as Changes) : null
}

/** What was kept of a list as it was answered. */
export function parseItems<Item>(text: string | null): readonly Item[] | null {
  const value = parsed(text)
  return Array.isArray(value) && value.every(isObject) ? (value as Item[]) : null
}
