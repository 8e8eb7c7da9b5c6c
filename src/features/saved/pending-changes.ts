import { parseJson } from '../../domain/parse-json.ts'

/** Unconfirmed changes, applied to the server's last answer. Lists of slugs are newest first. */
export type Change =
  | {
      readonly kind: 'save'
      /** The former position, if a removal is undone. */
      readonly index?: number
      readonly savedAt?: string
    }
  | { readonly kind: 'remove' }

export type Changes = Readonly<Record<string, Change>>

export const noChanges: Changes = {}

export function applyChanges(slugs: readonly string[], changes: Changes): readonly string[] {
  const changed = slugs.filter((slug) => changes[slug]?.kind !== 'remove')
  for (const [slug, change] of Object.entries(changes)) {
    // A saved article keeps its position.
    if (change.kind === 'save' && !changed.includes(slug)) {
      changed.splice(change.index ?? 0, 0, slug)
    }
  }
  return changed
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns null for anything except a list. */
export function parseSlugs(text: string | null): readonly string[] | null {
  const value = parseJson(text ?? '')
  return Array.isArray(value) && value.every((slug) => typeof slug === 'string') ? value : null
}

/** Returns null for anything except changes. */
export function parseChanges(text: string | null): Changes | null {
  const value = parseJson(text ?? '')
  if (!isObject(value)) return null
  const areChanges = Object.values(value).every(
    (change) => isObject(change) && (change.kind === 'save' || change.kind === 'remove'),
  )
  return areChanges ? (value as Changes) : null
}

export function parseItems<Item>(text: string | null): readonly Item[] | null {
  const value = parseJson(text ?? '')
  return Array.isArray(value) && value.every(isObject) ? (value as Item[]) : null
}
