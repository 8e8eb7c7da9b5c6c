/** Merges two editors' changes to one text, field by field and line by line. */
import { diff } from '@codemirror/merge'
import type { DraftContent } from '../../contracts/endpoints/document-endpoints.ts'
import { isSameContent, isSameField, type KnownDocument, listFields } from './document-content.ts'

type Versions<Value> = { readonly base: Value; readonly mine: Value; readonly theirs: Value }

export type MergedContent = {
  readonly content: DraftContent
  /** Fields that both users have changed; `mine` is kept. */
  readonly contested: readonly string[]
}

/** Lines that replace the base's from `from` to `to`. */
type Change = { readonly from: number; readonly to: number; readonly lines: readonly string[] }

/** Characters that represent lines. Surrogates are skipped, because they would form pairs. */
const firstCode = 0x100
const firstSurrogate = 0xd800
const afterSurrogates = 0xe000

function createLineCodes() {
  const codes = new Map<string, string>()
  return (line: string) => {
    const known = codes.get(line)
    if (known !== undefined) return known
    const next = firstCode + codes.size
    const code = next < firstSurrogate ? next : next + afterSurrogates - firstSurrogate
    const character = String.fromCharCode(code)
    codes.set(line, character)
    return character
  }
}

function findChanges(base: readonly string[], other: readonly string[]): Change[] {
  const encode = createLineCodes()
  const join = (lines: readonly string[]) => lines.map(encode).join('')
  return diff(join(base), join(other)).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    lines: other.slice(fromB, toB),
  }))
}

const touches = (one: Change, from: number, to: number) => one.from <= to && from <= one.to

/** Returns the lines from `from` to `to` after these changes, all of which are in that range. */
function applyChanges(
  base: readonly string[],
  changes: readonly Change[],
  from: number,
  to: number,
): string[] {
  const lines: string[] = []
  let at = from
  for (const change of changes) {
    lines.push(...base.slice(at, change.from), ...change.lines)
    at = change.to
  }
  return [...lines, ...base.slice(at, to)]
}

/** `isContested`: both users have changed the same lines, and `mine` are kept. */
export function mergeTexts({ base, mine, theirs }: Versions<string>) {
  const [baseLines, mineLines, theirLines] = [base, mine, theirs].map((text) => text.split('\n'))
  const pending = {
    mine: findChanges(baseLines!, mineLines!),
    theirs: findChanges(baseLines!, theirLines!),
  }
  const merged: string[] = []
  let isContested = false
  let at = 0
  while (pending.mine.length > 0 || pending.theirs.length > 0) {
    let from = Math.min(pending.mine[0]?.from ?? Infinity, pending.theirs[0]?.from ?? Infinity)
    let to = from
    const region: Record<'mine' | 'theirs', Change[]> = { mine: [], theirs: [] }
    for (let grows = true; grows; ) {
      grows = false
      for (const side of ['mine', 'theirs'] as const) {
        const next = pending[side][0]
        if (!next || !touches(next, from, to)) continue
        region[side].push(next)
        pending[side].shift()
        from = Math.min(from, next.from)
        to = Math.max(to, next.to)
        grows = true
      }
    }
    const own = applyChanges(baseLines!, region.mine, from, to)
    const their = applyChanges(baseLines!, region.theirs, from, to)
    merged.push(...baseLines!.slice(at, from))
    const isSame = own.join('\n') === their.join('\n')
    if (region.mine.length > 0 && region.theirs.length > 0 && !isSame) isContested = true
    merged.push(...(region.mine.length > 0 ? own : their))
    at = to
  }
  merged.push(...baseLines!.slice(at))
  return { text: merged.join('\n'), isContested }
}

export function mergeContent({ base, mine, theirs }: Versions<DraftContent>): MergedContent {
  const fields: Record<string, DraftContent['fields'][string]> = { ...theirs.fields }
  const contested: string[] = []
  for (const name of listFields(base, mine, theirs)) {
    const [before, own, their] = [base, mine, theirs].map((content) => content.fields[name])
    if (isSameField(own, before)) continue
    if (!isSameField(their, before) && !isSameField(own, their)) contested.push(name)
    if (own === undefined) delete fields[name]
    else fields[name] = own
  }
  const body = mergeTexts({ base: base.body, mine: mine.body, theirs: theirs.body })
  return {
    content: { fields, body: body.text },
    contested: body.isContested ? [...contested, 'body'] : contested,
  }
}

/**
 * The next step after an outdated save. `continue`: nobody has changed the text, for example if it was only published,
 * so the next save names the new state. `adopt`: the server has this text already. `choose`: the user decides.
 */
export type OutdatedDecision = 'continue' | 'adopt' | 'choose'

export function decideOutdated(
  base: DraftContent,
  mine: DraftContent,
  { content }: KnownDocument,
): OutdatedDecision {
  if (isSameContent(mine, content)) return 'adopt'
  return isSameContent(base, content) ? 'continue' : 'choose'
}
