/**
 * The editor's word on what becomes of a source: which of our categories its categories are, who its
 * authors are, and what holds where it says nothing. A YAML file; every mistake in it is named with
 * its line.
 */
import { isMap, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { accessSchema } from '../../../src/domain/article.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { slugSchema } from '../../../src/domain/slug.ts'
import { categorySchema, tagSchema } from '../../../src/domain/taxonomy-schemas.ts'

/** Stands where the editor has yet to decide. */
export const undecided = 'choose'

/** What is not carried over; posts say so in the report. */
export const dropped = 'drop'

const text = (longest: number) => z.string().trim().min(1).max(longest)

const authorMappingSchema = z.strictObject({
  slug: slugSchema,
  name: text(120),
  role: text(120).nullable().default(null),
  place: text(120).nullable().default(null),
})
export type AuthorMapping = z.infer<typeof authorMappingSchema>

const archiveSchema = z
  .string()
  .regex(/^\/[^?#]*\{slug\}[^?#]*$/, 'must be a path with {slug} in it, such as /tag/{slug}')
  .nullable()
  .default(null)

const entries = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .record(z.string(), schema)
    .nullish()
    .transform((record) => new Map(Object.entries(record ?? {})))

export const mappingSchema = z.strictObject({
  timeZone: z.string().refine(isTimeZone, 'is not the name of a time zone, such as Asia/Colombo'),
  oldSite: z
    .url({ protocol: /^https?$/, error: 'is no address such as https://old.example' })
    .nullable()
    .default(null),
  access: accessSchema,
  shortPosts: z.enum(['draft', 'public']),
  credit: text(200),
  fallbackPicture: z
    .strictObject({ file: text(1000), alt: text(500), credit: text(200) })
    .nullable()
    .default(null),
  categories: entries(z.union([categorySchema, z.literal(dropped)])),
  otherCategory: categorySchema,
  tags: entries(z.union([tagSchema, z.literal(dropped)])),
  authors: entries(authorMappingSchema),
  otherAuthor: slugSchema.nullable().default(null),
  archives: z
    .strictObject({ category: archiveSchema, tag: archiveSchema, author: archiveSchema })
    .nullish()
    .transform((archives) => archives ?? { category: null, tag: null, author: null }),
  descriptions: entries(text(500)),
})
export type Mapping = z.infer<typeof mappingSchema>

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export type MappingProblem = { readonly line: number } & (
  | { readonly kind: 'not-yaml'; readonly detail: string }
  | { readonly kind: 'not-a-mapping' }
  | { readonly kind: 'endless-aliases' }
  /** Of a file that can be read; these may be what is still to be decided. */
  | { readonly kind: 'undecided'; readonly name: string }
  | { readonly kind: 'missing'; readonly name: string }
  | { readonly kind: 'invalid'; readonly name: string; readonly detail: string }
)

/** Whether nothing of the file can be used. */
export function isUnreadable({ kind }: MappingProblem): boolean {
  switch (kind) {
    case 'not-yaml':
    case 'not-a-mapping':
    case 'endless-aliases':
      return true
    case 'undecided':
    case 'missing':
    case 'invalid':
      return false
  }
}

export function describeMappingProblem(problem: MappingProblem): string {
  switch (problem.kind) {
    case 'not-yaml':
      return problem.detail
    case 'not-a-mapping':
      return 'is not a mapping'
    case 'endless-aliases':
      return 'refers to itself too often'
    case 'undecided':
      return `${problem.name}: is still “${undecided}”: decide here`
    case 'missing':
      return `${problem.name}: is missing`
    case 'invalid':
      return `${problem.name}: ${problem.detail}`
  }
}

export function parseMapping(source: string): Result<Mapping, readonly MappingProblem[]> {
  const lines = new LineCounter()
  const document = parseDocument(source, {
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
  })
  if (document.errors.length > 0) {
    return fail(
      document.errors.map(({ pos, message }) => ({
        kind: 'not-yaml',
        line: lines.linePos(pos[0]).line,
        detail: message,
      })),
    )
  }
  if (!isMap(document.contents)) return fail([{ kind: 'not-a-mapping', line: 1 }])

  /** The line of a key or value; of what holds it where it is wanting. */
  const lineOf = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length > 0; length--) {
      const parent = document.getIn(path.slice(0, length - 1), true)
      const pair = isMap(parent)
        ? parent.items.find(({ key }) => String(key) === String(path[length - 1]))
        : undefined
      const range = (pair?.key as { range?: [number] } | undefined)?.range
      if (range) return lines.linePos(range[0]).line
    }
    return 1
  }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 10 })
  } catch {
    return fail([{ kind: 'endless-aliases', line: 1 }])
  }
  const parsed = mappingSchema.safeParse(value)
  if (parsed.success) return succeed(parsed.data)
  return fail(
    parsed.error.issues.map(({ path, message }): MappingProblem => {
      const node = document.getIn(path)
      const place = { line: lineOf(path), name: path.join(' → ') || 'the file' }
      if (node === undecided) return { kind: 'undecided', ...place }
      if (node === undefined) return { kind: 'missing', ...place }
      return { kind: 'invalid', ...place, detail: message }
    }),
  )
}
