/** Fixes a problem at the press of a button, as its check suggests. */
import type { DraftContent } from '../../contracts/endpoints/document-endpoints.ts'

type Path = readonly (string | number)[]

/** A change of the body, of a field's value, or of its name. */
export type ProblemFix =
  | { readonly edit: { readonly from: number; readonly to: number; readonly insert: string } }
  | { readonly value: string | readonly string[] }
  | { readonly name: string }

function replaceIn(container: unknown, [part, ...rest]: Path, value: unknown): unknown {
  if (part === undefined) return value
  if (Array.isArray(container))
    return container.map((item, index) => (index === part ? replaceIn(item, rest, value) : item))
  const entries = new Map(Object.entries(container ?? {}))
  entries.set(String(part), replaceIn(entries.get(String(part)), rest, value))
  return Object.fromEntries(entries)
}

/** Returns the content after the fix. */
export function applyFix(content: DraftContent, field: Path, fix: ProblemFix): DraftContent {
  const { fields, body } = content
  if ('edit' in fix) {
    const { from, to, insert } = fix.edit
    return { fields, body: body.slice(0, from) + insert + body.slice(to) }
  }
  const [first = '', ...rest] = field
  const { [first]: value, ...others } = fields
  if ('value' in fix)
    return { fields: { ...fields, [first]: replaceIn(value, rest, fix.value) }, body }
  return { fields: { ...others, ...(value === undefined ? {} : { [fix.name]: value }) }, body }
}
