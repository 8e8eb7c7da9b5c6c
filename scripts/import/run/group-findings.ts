/** Groups notes while an import runs: each finding once, with its counts and a few examples. */
import type { Note } from '../items/note.ts'

export type FindingGroup = Pick<Note, 'kind' | 'finding' | 'plural'> & {
  count: number
  posts: number
  /** The first few details, each once. */
  readonly details: string[]
  readonly titles: string[]
  hasMoreDetails: boolean
}

const maxTitles = 3
const maxDetails = 8
/** Characters of an example; keys for the mapping file are addresses, which are shown whole. */
const maxExampleLength = 2_000
/** Reasons may contain any text from a server, so their number is limited. */
const maxGroups = 1_000

export type Findings = {
  /** `title` is null for notes that belong to no post. Notes of one post are added one after another. */
  add(note: Note, title: string | null, postNumber: number): void
  /** Lists findings, those with the most posts first. */
  list(kind?: Note['kind']): readonly FindingGroup[]
}

export function createFindings(): Findings {
  const groups = new Map<string, FindingGroup & { lastPostNumber: number }>()
  return {
    add({ kind, finding, plural, detail, count = 1 }, title, postNumber) {
      const known = groups.get(`${kind} ${finding}`)
      const isKnownOrFits = known !== undefined || groups.size < maxGroups
      const name = isKnownOrFits ? finding : 'other findings'
      const key = `${kind} ${name}`
      const group = groups.get(key) ?? {
        kind,
        finding: name,
        ...(plural !== undefined && isKnownOrFits ? { plural } : {}),
        count: 0,
        posts: 0,
        details: [],
        titles: [],
        hasMoreDetails: false,
        lastPostNumber: -1,
      }
      groups.set(key, group)
      group.count += count
      if (title !== null && group.lastPostNumber !== postNumber) {
        group.lastPostNumber = postNumber
        group.posts++
        if (group.titles.length < maxTitles) group.titles.push(title.slice(0, maxExampleLength))
      }
      const example = detail?.slice(0, maxExampleLength)
      if (example === undefined || !isKnownOrFits || group.details.includes(example)) return
      if (group.details.length < maxDetails) group.details.push(example)
      else group.hasMoreDetails = true
    },
    list: (kind) =>
      [...groups.values()]
        .filter((group) => kind === undefined || group.kind === kind)
        .sort((one, other) => other.posts - one.posts || other.count - one.count),
  }
}
